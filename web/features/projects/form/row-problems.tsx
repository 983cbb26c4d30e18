/** Rows with a problem among collapsed good ones; below, each problem with its fixes. */
import { Box, Button, Flex } from '@mantine/core';
import { Download } from 'lucide-react';
import { memo, useMemo, useRef } from 'react';
import { draftsContract } from '#contract/drafts.contract.ts';
import { useDownload } from '#web/kit/use-download.ts';
import { formatAmount, formatCount } from '#web/ui/format-figure.ts';
import { ProblemList } from '../shared/problem-list.tsx';
import { FixButton } from './fix-button.tsx';
import type { ProjectForm, RowProblem, TableInspection } from './form-state.ts';
import { namesAllRows, showProblemRows, sortProblems } from './grid-rows.rules.ts';
import classes from './row-problems.module.css';
import { SheetGrid, showCell } from './sheet-grid.tsx';

interface Props {
  form: ProjectForm;
  table: TableInspection;
  /** Shown and focused first. */
  openRow?: number | undefined;
}

export function RowProblems({ form, table, openRow }: Props) {
  const { cellProblems, problemCount, rowCount } = table;
  const place = useRef<HTMLDivElement>(null);
  const grid = useMemo(() => showProblemRows(table), [table]);
  const show = ({ row, field }: { row: number; field?: string | undefined }) =>
    showCell(place.current, grid, { row, column: table.columns.findIndex(({ name }) => name === field) });
  const rows = new Set(grid.lines.flatMap((line) => (line.kind === 'row' ? [line.row] : [])));
  if (problemCount === 0) {
    return (
      <Box component="p" c="var(--text2)" fz="small">
        {form.inspection?.outcome
          ? `None of the ${formatAmount(rowCount, 'row')} has a problem.`
          : 'No problems so far. Duplicates and empty cells are checked once pages can be built.'}
      </Box>
    );
  }
  const left = problemCount - cellProblems.length;
  return (
    <div ref={place} className={classes.both}>
      <Flex wrap="wrap" align="center" justify="space-between" gap="8px 16px" mb={8}>
        <Box component="p" fz="small" fw={500}>
          {countRows(table)}
        </Box>
        <ProblemSheet form={form} table={table} />
      </Flex>
      <ProblemGrid table={table} grid={grid} label="Rows with a problem" openRow={openRow} />
      <Box
        bdrs="0 0 12px 12px"
        bg="var(--raised)"
        style={{ overflow: 'hidden', border: '1px solid var(--line2)' }}
      >
        <ProblemList
          problems={sortProblems(cellProblems, openRow)}
          jump={{ rows, to: show }}
          renderRemedy={(problem) => <FixButtons form={form} problem={problem} />}
        />
        {left > 0 && (
          <Box component="p" p="8px 14px 12px" c="var(--text2)" fz="small">
            and {formatAmount(left, 'more problem')} in the downloaded sheet.
          </Box>
        )}
      </Box>
    </div>
  );
}

/** Rerenders only for a new reply. */
const ProblemGrid = memo(SheetGrid);

/** Safest fix first. A linked sheet is fixed in Google Sheets. */
function FixButtons({ form, problem }: { form: ProjectForm; problem: RowProblem }) {
  const { remedies = [], row } = problem;
  if (remedies.length === 0 || !form.draft.sheet) return null;
  return (
    <Flex className={classes.remedies ?? ''} wrap="wrap" gap={8}>
      {remedies.map(({ label, done, fix }) => (
        <FixButton
          key={label}
          form={form}
          request={fix}
          label={`${label}, row ${formatCount(row)}`}
          done={done}
        >
          {label}
        </FixButton>
      ))}
    </Flex>
  );
}

/** Downloads all rows with a problem as a sheet. */
function ProblemSheet({ form, table }: Pick<Props, 'form' | 'table'>) {
  const exporting = useDownload(
    {
      endpoint: draftsContract.problemSheet,
      input: { params: { id: form.draft.id } },
      name: `${table.file.replace(/\.[^.]*$/, '')}-problems.csv`,
    },
    'Couldn’t create the sheet.',
  );
  return (
    <Button
      size="xs"
      disabled={exporting.isRunning}
      leftSection={<Download size={14} />}
      onClick={() => void exporting.run()}
    >
      {exporting.isRunning ? 'Creating the sheet...' : 'Download these rows'}
    </Button>
  );
}

/** `3 of 212 rows have a problem`; of many identical problems only the first row is known. */
function countRows(table: TableInspection): string {
  const { problemRowCount, rowCount } = table;
  const verb = problemRowCount === 1 ? 'has' : 'have';
  const least = namesAllRows(table) ? '' : 'At least ';
  return `${least}${formatCount(problemRowCount)} of ${formatAmount(rowCount, 'row')} ${verb} a problem`;
}
