/** The sheet as the server read it: problems of the whole first, then its first rows and the rows with a problem. */
import { Flex, Tabs } from '@mantine/core';
import { memo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { formatCount } from '#web/ui/format-figure.ts';
import { messages } from '../shared/messages.ts';
import { ProblemList } from '../shared/problem-list.tsx';
import { Fault } from './fault.tsx';
import type { Problem, ProjectForm, TableInspection } from './form-state.ts';
import { showFirstRows } from './grid-rows.rules.ts';
import panel from './panel.module.css';
import { placeProblems } from './problem-place.rules.ts';
import { RowProblems } from './row-problems.tsx';
import { SheetGrid } from './sheet-grid.tsx';
import classes from './sheet-reading.module.css';

export function SheetReading({ form }: { form: ProjectForm }) {
  const { inspection, draft } = form;
  if (!inspection || (!draft.sheet && !draft.linked)) return null;
  const { sheet } = placeProblems(inspection, draft.seed?.name);
  // the card of a file has a control for them
  const hasControl = ({ encodings = [], repairable }: Problem) =>
    draft.sheet !== null && (encodings.length > 0 || repairable !== undefined);
  return (
    <div className={classes.reading}>
      <SheetProblems problems={sheet.filter((problem) => !hasControl(problem))} />
      {inspection.table && <SheetTabs form={form} table={inspection.table} />}
    </div>
  );
}

function SheetProblems({ problems }: { problems: readonly Problem[] }) {
  if (problems.length === 0) return null;
  const hasFault = problems.some(({ severity }) => severity === 'fault');
  return (
    <div className={panel.card}>
      {hasFault && (
        <Fault role="alert">
          <strong>{messages.sheetFailed}</strong>
        </Fault>
      )}
      <ProblemList problems={problems} />
    </div>
  );
}

interface TabsProps {
  form: ProjectForm;
  table: TableInspection;
}

/** "Fix row" of a run opens the problems at `?row=`. */
function SheetTabs({ form, table }: TabsProps) {
  const openRow = Number(useSearchParams()[0].get('row')) || undefined;
  const [tab, setTab] = useState<string | null>(openRow ? 'problems' : 'rows');
  const count = table.problemRowCount;
  return (
    <Tabs id="sheet-rows" value={tab} onChange={setTab} keepMounted={false}>
      <Flex mb={10}>
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

/** A grid may have 20,000 cells: it is drawn again for a new answer only. */
const FirstRows = memo(({ table }: Pick<TabsProps, 'table'>) => (
  <SheetGrid table={table} grid={showFirstRows(table)} label="First rows of the sheet" />
));
