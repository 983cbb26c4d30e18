/** The sheet as the engine read it: first rows, rows with problems, columns; faults of the whole first. */
import { Box, Flex, Tabs } from '@mantine/core';
import { useCallbackRef } from '@mantine/hooks';
import { memo, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Problem, TableInspection } from '#engine';
import { formatAmount, formatCount } from '#web/ui/format-figure.ts';
import { Fault } from './fault.tsx';
import { ColumnList } from './column-list.tsx';
import { knowsPlaces, showFirstRows } from './grid-rows.rules.ts';
import { messages } from '../shared/messages.ts';
import panel from './panel.module.css';
import { placeProblems } from './problem-place.rules.ts';
import { ProblemList } from '../shared/problem-list.tsx';
import { RowProblems } from './row-problems.tsx';
import { SheetGrid } from './sheet-grid.tsx';
import classes from './sheet-reading.module.css';
import { type RenderRemedy, type SheetProblem, SheetRemedy } from './sheet-remedies.tsx';
import type { FormReading } from './use-form-reading.ts';

export function SheetReading({ project }: { project: FormReading }) {
  const { inspection, isFresh, inputs } = project;
  const seedName = inputs.seed?.name;
  const openRow = Number(useSearchParams()[0].get('row')) || undefined;
  // Kept while the sheet is read again, which a fixed cell begins.
  const [tab, setTab] = useState<string | null>(openRow ? 'problems' : 'rows');
  const fixCell = useCallbackRef(project.fixCell);
  const changeOptions = useCallbackRef(project.changeOptions);
  const repairLetters = useCallbackRef(project.repairLetters);
  const { manual } = project;
  // One function as long as the page is there: the tabs are drawn again for a new answer only.
  const renderRemedy = useCallbackRef((problem: SheetProblem) => (
    <SheetRemedy problem={problem} manual={manual} {...{ changeOptions, repairLetters }} />
  ));
  const placed = useMemo(() => inspection && placeProblems(inspection, seedName), [inspection, seedName]);
  if (!inspection || !placed || !inputs.sheet || !isFresh.sheet) return null;
  return (
    <div className={classes.reading}>
      <SheetProblems problems={placed.sheet} renderRemedy={renderRemedy} />
      {inspection.table && (
        <SheetTabs
          table={inspection.table}
          readSheet={project.readProblemSheet}
          openRow={openRow}
          tab={tab}
          setTab={setTab}
          // What is behind a link is fixed there.
          fixCell={project.manual ? fixCell : undefined}
          renderRemedy={renderRemedy}
        />
      )}
    </div>
  );
}

interface ProblemsProps {
  problems: readonly Problem[];
  renderRemedy: RenderRemedy;
}

function SheetProblems({ problems, renderRemedy }: ProblemsProps) {
  if (problems.length === 0) return null;
  const hasFault = problems.some(({ severity }) => severity === 'fault');
  return (
    <div className={panel.card}>
      {hasFault && (
        <Fault role="alert">
          <strong>{messages.sheetFailed}</strong>
        </Fault>
      )}
      <ProblemList problems={problems} renderRemedy={renderRemedy} />
    </div>
  );
}

interface TabsProps {
  table: TableInspection;
  readSheet: FormReading['readProblemSheet'];
  openRow: number | undefined;
  tab: string | null;
  setTab: (tab: string | null) => void;
  fixCell: FormReading['fixCell'] | undefined;
  renderRemedy: RenderRemedy;
}

/** A grid may have 20,000 cells: it is drawn again for a new answer only. "Fix row" opens it at `?row=`. */
const SheetTabs = memo(function SheetTabs(props: TabsProps) {
  const { table, readSheet, openRow, tab, setTab, fixCell, renderRemedy } = props;
  const count = table.problemRowCount;
  const hasPlaces = knowsPlaces(table);
  return (
    <Tabs value={tab} onChange={setTab} keepMounted={false}>
      <Flex wrap="wrap" align="center" justify="space-between" gap="8px 16px" mb={10}>
        <Tabs.List>
          <Tabs.Tab value="rows">
            {table.rowCount > table.rows.length ? `First ${table.rows.length} rows` : 'All rows'}
          </Tabs.Tab>
          <Tabs.Tab value="problems">
            Problems{' '}
            <span className={classes.count} data-some={count > 0 || undefined}>
              {formatCount(count)}
            </span>
          </Tabs.Tab>
          <Tabs.Tab value="columns">Columns</Tabs.Tab>
        </Tabs.List>
        {hasPlaces && <UnusedColumns table={table} />}
      </Flex>
      <Tabs.Panel value="rows">
        <SheetGrid table={table} grid={showFirstRows(table)} label="First rows of the sheet" />
      </Tabs.Panel>
      <Tabs.Panel value="problems">
        <RowProblems
          table={table}
          readSheet={readSheet}
          openRow={openRow}
          fixCell={fixCell}
          renderRemedy={renderRemedy}
        />
      </Tabs.Panel>
      <Tabs.Panel value="columns">
        <ColumnList table={table} hasPlaces={hasPlaces} />
      </Tabs.Panel>
    </Tabs>
  );
});

function UnusedColumns({ table }: { table: TableInspection }) {
  const unused = table.columns.filter(({ places }) => places === 0);
  if (unused.length === 0) return null;
  const shown = unused.slice(0, 3);
  return (
    <Flex component="p" wrap="wrap" align="center" gap="4px 6px" c="var(--text2)" fz={13}>
      {formatAmount(unused.length, 'column')} {unused.length === 1 ? 'is' : 'are'} not used:{' '}
      {shown.map(({ name }) => (
        <Box component="code" key={name} p="1px 5px" bdrs={5} bg="var(--chip-ground)" c="var(--text3)">
          {name}
        </Box>
      ))}
      {unused.length > shown.length && 'and others'}
    </Flex>
  );
}
