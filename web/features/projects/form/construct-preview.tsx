/** The text of a construct, and how the first rows of the sheet fill it. */
import { Box } from '@mantine/core';
import { BusyLine } from '#web/ui/busy-line.tsx';
import { useDelay } from '#web/ui/use-delay.ts';
import { ProblemList } from '../shared/problem-list.tsx';
import classes from './construct-preview.module.css';
import { FilledText } from './filled-text.tsx';
import { useTextPreview } from './use-text-preview.ts';

export interface ConstructPreviewProps {
  draftId: string;
  /** Undefined while the fields have a gap. */
  text: string | undefined;
  hasSheet: boolean;
}

export function ConstructPreview({ draftId, text, hasSheet }: ConstructPreviewProps) {
  const { preview, failure, isBusy } = useTextPreview(draftId, hasSheet ? text : undefined);
  const isLate = useDelay(isBusy);
  return (
    <section aria-label="Preview" className={classes.preview} aria-busy={isBusy}>
      <Box component="h3" fz="small" fw={600}>
        Your first rows
      </Box>
      {(!hasSheet || text === undefined) && (
        <Box component="p" c="var(--text2)" fz="small">
          {hasSheet
            ? 'Fill in the fields to see the text on your rows.'
            : 'Add a sheet to see how its rows fill the text.'}
        </Box>
      )}
      {isLate && <BusyLine text="Filling the text" />}
      {failure !== undefined && (
        <Box component="p" role="alert" c="var(--crimson-text)" fz="small">
          Couldn’t fill the text. {failure}
        </Box>
      )}
      {preview && (
        <>
          <div className={classes.problems}>
            <ProblemList problems={preview.problems} />
          </div>
          <dl className={classes.rows}>
            {preview.rows.map(({ row, label, text: filled }) => (
              <div key={row}>
                <dt>{label || `Row ${row}`}</dt>
                <dd>
                  <FilledText html={filled} />
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </section>
  );
}
