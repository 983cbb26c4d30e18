/** Stages of a run as the scale bar of a map: past black, current orange, the rest outlined. */
import { Box } from '@mantine/core';
import { Check } from 'lucide-react';
import classes from './stage-bar.module.css';

export interface Stage {
  name: string;
  state: 'past' | 'now' | 'rest';
  /** `0.4 s`, `12 of 20 parts`. */
  note?: string;
  /** Length relative to the other stages, 1 by default. */
  weight?: number;
  /** Progress of the current stage, 0 to 1; if unknown, all of it is orange. */
  share?: number;
}

const SPOKEN = { past: 'done', now: 'now', rest: 'not started' };

export function StageBar({
  stages,
  label = 'Stages of the run',
}: {
  stages: readonly Stage[];
  label?: string;
}) {
  return (
    <ol
      className={classes.stages}
      aria-label={label}
      style={{ gridTemplateColumns: stages.map(({ weight = 1 }) => `minmax(0, ${weight}fr)`).join(' ') }}
    >
      {stages.map(({ name, state, note, share }) => (
        <li
          key={name}
          className={classes.stage}
          data-state={state}
          aria-current={state === 'now' ? 'step' : undefined}
          aria-label={`${name}: ${SPOKEN[state]}${note === undefined ? '' : `, ${note}`}`}
        >
          <span className={classes.piece}>
            {state === 'now' && <span style={{ width: `${Math.round((share ?? 1) * 100)}%` }} />}
          </span>
          <span className={classes.word}>
            {state === 'past' && <Check size={14} />}
            {name}
            {note !== undefined && (
              <Box component="span" display="block" c="var(--text3)" fz="xs" fw={400} lh="16px">
                {note}
              </Box>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}
