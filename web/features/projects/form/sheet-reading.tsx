/** The sheet as the server read it: problems of the whole first, then its first rows and the rows with a problem. */
import { Suspense } from 'react';
import { lazyPart } from '#web/client/lazy-part.ts';
import { MissingPart } from '#web/ui/missing-part.tsx';
import { messages } from '../shared/messages.ts';
import { ProblemList } from '../shared/problem-list.tsx';
import { Fault } from './fault.tsx';
import type { Problem, ProjectForm } from './form-state.ts';
import panel from './panel.module.css';
import { placeProblems } from './problem-place.rules.ts';
import classes from './sheet-reading.module.css';
import type { SheetTabsProps } from './sheet-tabs.tsx';

/** There is nothing for it to show before a sheet was read. */
const SheetTabs = lazyPart<SheetTabsProps>(
  'sheet-tabs',
  async () => (await import('./sheet-tabs.tsx')).SheetTabs,
  MissingPart,
);

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
      {inspection.table && (
        <Suspense>
          <SheetTabs form={form} table={inspection.table} />
        </Suspense>
      )}
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
