/** Rows with a problem among the folded good ones, and below each problem once more in words. */
import type { Problem, TableInspection } from '#engine';
import { formatAmount } from '#web/ui/format-figure.ts';
import { showProblemRows, sortProblems } from './grid-rows.rules.ts';
import panel from './panel.module.css';
import { ProblemList } from './problem-list.tsx';
import classes from './row-problems.module.css';
import { SheetGrid } from './sheet-grid.tsx';

interface Props {
  table: TableInspection;
  /** What is told of many rows at once. */
  closing: readonly Problem[];
}

export function RowProblems({ table, closing }: Props) {
  const { cellProblems, problemCount, rowCount } = table;
  if (problemCount === 0) {
    return <p className={panel.quiet}>None of the {formatAmount(rowCount, 'row')} has a problem.</p>;
  }
  const left = problemCount - cellProblems.length;
  return (
    <div className={classes.both}>
      <SheetGrid
        table={table}
        grid={showProblemRows(table, closing.length === 0)}
        label="Rows with a problem"
      />
      <div className={classes.list}>
        <ProblemList problems={[...sortProblems(cellProblems), ...closing]} />
        {left > 0 && (
          <p className={classes.left}>
            and {formatAmount(left, 'more problem')}; the command line lists all of them in manifest.json.
          </p>
        )}
      </div>
    </div>
  );
}
