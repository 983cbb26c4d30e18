/** Rows of the sheet: the first ones, and those with a problem. */
import { Flex, Tabs } from '@mantine/core';
import { memo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { formatCount } from '#web/ui/format-figure.ts';
import type { ProjectForm, TableInspection } from './form-state.ts';
import { showFirstRows } from './grid-rows.rules.ts';
import { RowProblems } from './row-problems.tsx';
import { SheetGrid } from './sheet-grid.tsx';
import classes from './sheet-tabs.module.css';

export interface SheetTabsProps {
  form: ProjectForm;
  table: TableInspection;
}

/** Skipped rows come first. "Fix row" of a run opens the problems at `?row=`. */
export function SheetTabs({ form, table }: SheetTabsProps) {
  const openRow = Number(useSearchParams()[0].get('row')) || undefined;
  const [chosen, setChosen] = useState<string | null>(openRow ? 'problems' : null);
  const count = table.problemRowCount;
  const hasSkipped = table.cellProblems.some(({ severity }) => severity === 'loss');
  const tab = chosen ?? (hasSkipped ? 'problems' : 'rows');
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
              <span className={classes.count} data-some={count > 0 || undefined}>
                {' '}
                {formatCount(count)}
              </span>
            )}
          </Tabs.Tab>
        </Tabs.List>
      </Flex>
      <Tabs.Panel value="rows">
        <FirstRows table={table} />
      </Tabs.Panel>
      <Tabs.Panel value="problems">
        <RowProblems form={form} table={table} openRow={openRow} />
      </Tabs.Panel>
    </Tabs>
  );
}

/** A grid may have 20,000 cells, so it rerenders only for a new reply. */
const FirstRows = memo(({ table }: Pick<SheetTabsProps, 'table'>) => (
  <SheetGrid table={table} grid={showFirstRows(table)} label="First rows of the sheet" />
));
