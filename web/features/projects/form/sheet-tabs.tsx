/** Rows of the sheet: the first ones, and those with a problem. */
import { Box, Flex, Tabs, Text } from '@mantine/core';
import { memo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { formatCount } from '#web/ui/format-figure.ts';
import type { ProjectForm, TableInspection } from './form-state.ts';
import { showFirstRows } from './grid-rows.rules.ts';
import { RowProblems } from './row-problems.tsx';
import { SheetGrid } from './sheet-grid.tsx';

export interface SheetTabsProps {
  form: ProjectForm;
  table: TableInspection;
}

/** Skipped rows come first. "Fix row" of a run opens the row at `?row=`: among the problems, if it has one. */
export function SheetTabs({ form, table }: SheetTabsProps) {
  const openRow = Number(useSearchParams()[0].get('row')) || undefined;
  const [chosen, setChosen] = useState<string | null>(null);
  const count = table.problemRowCount;
  const hasSkipped = table.cellProblems.some(({ severity }) => severity === 'loss');
  // A page may be weak although nothing is wrong with its row.
  const isWhole =
    table.rows.some(({ row }) => row === openRow) && !table.cellProblems.some(({ row }) => row === openRow);
  const isShown = isWhole || [...table.problemRows, ...table.cellProblems].some(({ row }) => row === openRow);
  const isFirst = openRow === undefined ? hasSkipped : !isWhole;
  const tab = chosen ?? (isFirst ? 'problems' : 'rows');
  return (
    <Tabs id="sheet-rows" value={tab} onChange={setChosen} keepMounted={false}>
      <Flex mb={10}>
        <Tabs.List>
          <Tabs.Tab value="rows">
            {table.rowCount > table.rows.length ? `First ${table.rows.length} rows` : 'All rows'}
          </Tabs.Tab>
          <Tabs.Tab value="problems">
            Problems
            {(count > 0 || form.inspection?.outcome) && (
              <Text span inherit fw={600} c={count > 0 ? 'var(--crimson-text)' : 'var(--text3)'}>
                {' '}
                {formatCount(count)}
              </Text>
            )}
          </Tabs.Tab>
        </Tabs.List>
      </Flex>
      {openRow !== undefined && !isShown && (
        <Box component="p" mb={10}>
          Row {formatCount(openRow)} has no problem to fix here, and only the first{' '}
          {formatCount(table.rows.length)} rows are shown. Change the row in {table.file}, then upload the
          file again.
        </Box>
      )}
      <Tabs.Panel value="rows">
        <FirstRows table={table} openRow={chosen === null ? openRow : undefined} />
      </Tabs.Panel>
      <Tabs.Panel value="problems">
        <RowProblems form={form} table={table} openRow={openRow} />
      </Tabs.Panel>
    </Tabs>
  );
}

/** A grid may have 20,000 cells, so it rerenders only for a new reply. */
const FirstRows = memo(
  ({ table, openRow }: Pick<SheetTabsProps, 'table'> & { openRow: number | undefined }) => (
    <SheetGrid table={table} grid={showFirstRows(table)} label="First rows of the sheet" openRow={openRow} />
  ),
);
