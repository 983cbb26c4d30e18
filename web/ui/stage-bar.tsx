/** The stages of a run as the scale bar of a map: past black, present orange, the rest outlined. */
import classes from './stage-bar.module.css';

export interface Stage {
  name: string;
  state: 'past' | 'now' | 'rest';
  /** `0.4 s`, `12 of 20 parts`. */
  note?: string;
}

const SPOKEN = { past: 'done', now: 'now', rest: 'to come' };

export function StageBar({
  stages,
  label = 'Stages of the run',
}: {
  stages: readonly Stage[];
  label?: string;
}) {
  return (
    <ol className={classes.stages} aria-label={label}>
      {stages.map(({ name, state, note }) => (
        <li
          key={name}
          className={classes.stage}
          data-state={state}
          aria-current={state === 'now' ? 'step' : undefined}
          aria-label={`${name}: ${SPOKEN[state]}${note === undefined ? '' : `, ${note}`}`}
        >
          <span className={classes.piece} />
          <span className={classes.word}>
            {name}
            {note !== undefined && <span className={classes.note}>{note}</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}
