/** Rows with a problem among the folded good ones, and below each problem once more in words. */
import { Box, Flex } from '@mantine/core';
import { useMemo, useRef } from 'react';
import type { TableInspection } from '#engine';
import { formatAmount, formatCount } from '#web/ui/format-figure.ts';
import { type Grid, namesAllRows, showProblemRows, sortProblems } from './grid-rows.rules.ts';
import { ProblemSheetButton } from './problem-sheet-button.tsx';
import { ProblemList } from '../shared/problem-list.tsx';
import classes from './row-problems.module.css';
import { type FixCell, RemedyButton } from './remedy-button.tsx';
import { findRemedy } from './row-remedy.rules.ts';
import { SheetGrid } from './sheet-grid.tsx';
import type { RenderRemedy } from './sheet-remedies.tsx';

interface Props {
  table: TableInspection;
  /** Makes the sheet of all rows with a problem. */
  readSheet: () => Promise<string | undefined>;
  /** Shown and focused first. */
  openRow?: number | undefined;
  /** Writes into one cell; left out where the rows are not the form's own. */
  fixCell?: FixCell | undefined;
  /** One-click remedies for problems of the whole sheet. */
  renderRemedy?: RenderRemedy;
}

export function RowProblems({ table, readSheet, openRow, fixCell, renderRemedy }: Props) {
  const { cellProblems, problemCount, rowCount } = table;
  const place = useRef<HTMLDivElement>(null);
  const grid = useMemo(() => showProblemRows(table), [table]);
  const show = ({ row, field }: { row: number; field?: string | undefined }) =>
    showCell(place.current, grid, { row, column: table.columns.findIndex(({ name }) => name === field) });
  const rows = new Set(grid.lines.flatMap((line) => (line.kind === 'row' ? [line.row] : [])));
  if (problemCount === 0) {
    return (
      <Box component="p" c="var(--text2)" fz="small">
        None of the {formatAmount(rowCount, 'row')} has a problem.
      </Box>
    );
  }
  const left = problemCount - cellProblems.length;
  return (
    <div ref={place} className={classes.both}>
      <Flex wrap="wrap" align="center" justify="space-between" gap="8px 16px" mb={8}>
        <Box component="p" fz={13} fw={500}>
          {tellRows(table)}
        </Box>
        <ProblemSheetButton table={table} readSheet={readSheet} />
      </Flex>
      <SheetGrid
        table={table}
        grid={grid}
        label="Rows with a problem"
        onDrawn={() => openRow !== undefined && show({ row: openRow })}
      />
      <Box
        bdrs="0 0 12px 12px"
        bg="var(--raised)"
        style={{ overflow: 'hidden', border: '1px solid var(--line2)' }}
      >
        <ProblemList
          problems={sortProblems(cellProblems, openRow)}
          jump={{ rows, to: show }}
          renderRemedy={(problem) => {
            const remedy = fixCell && findRemedy(problem, table);
            return remedy ? <RemedyButton remedy={remedy} fixCell={fixCell} /> : renderRemedy?.(problem);
          }}
        />
        {left > 0 && (
          <Box component="p" p="8px 14px 12px" c="var(--text2)" fz={13}>
            and {formatAmount(left, 'more problem')} in the sheet of all of them.
          </Box>
        )}
      </Box>
    </div>
  );
}

/** `3 of 212 rows have a problem`; of many alike only the first is known by its row. */
function tellRows(table: TableInspection): string {
  const { problemRowCount, rowCount } = table;
  const verb = problemRowCount === 1 ? 'has' : 'have';
  const least = namesAllRows(table) ? '' : 'At least ';
  return `${least}${formatCount(problemRowCount)} of ${formatAmount(rowCount, 'row')} ${verb} a problem`;
}

/**
 * Brings a cell of the grid into view, and the focus with it: that of the field, otherwise the first of its
 * row with a problem, otherwise the number of the row.
 */
function showCell(place: HTMLElement | null, grid: Grid, at: { row: number; column: number }): void {
  const head = place?.querySelector<HTMLTableCellElement>(`th[data-row="${at.row}"]`);
  const cells = [...(head?.parentElement?.querySelectorAll<HTMLElement>('td') ?? [])];
  const marked = cells.filter(({ dataset }) => dataset.severity !== undefined);
  const worst = marked.find(({ dataset }) => dataset.severity !== 'notice') ?? marked[0];
  const own = cells[grid.order.indexOf(at.column)];
  const target = (own && marked.includes(own) ? own : worst) ?? head;
  target?.focus({ preventScroll: true });
  target?.scrollIntoView({ block: 'center', inline: 'nearest' });
}
