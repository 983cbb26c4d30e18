/** The inspected sheet: problems of the whole sheet, its first rows, and rows with a problem. */
import { Suspense } from 'react';
import { lazyPart } from '#web/client/lazy-part.ts';
import { MissingPart } from '#web/ui/missing-part.tsx';
import { messages } from '../shared/messages.ts';
import { ProblemList } from '../shared/problem-list.tsx';
import { Fault } from './fault.tsx';
import type { Problem, ProjectForm } from './form-state.ts';
import panel from './panel.module.css';
import { placeProblems } from './problem-place.rules.ts';
import type { SheetTabsProps } from './sheet-tabs.tsx';

/** Empty until a sheet is inspected. */
const SheetTabs = lazyPart<SheetTabsProps>(
  'sheet-tabs',
  async () => (await import('./sheet-tabs.tsx')).SheetTabs,
  MissingPart,
);

export function SheetProblems({ form: { inspection, draft } }: { form: ProjectForm }) {
  if (!draft.sheet && !draft.linked) return null;
  // The file's card has a control for these.
  const hasControl = ({ encodings = [], repairable }: Problem) =>
    draft.sheet !== null && (encodings.length > 0 || repairable !== undefined);
  const problems = placeProblems(inspection, draft.seed?.name).sheet.filter((one) => !hasControl(one));
  if (problems.length === 0) return null;
  return (
    <div className={panel.card}>
      {problems.some(({ severity }) => severity === 'fault') && (
        <Fault role="alert">
          <strong>{messages.sheetFailed}</strong>
        </Fault>
      )}
      <ProblemList problems={problems} />
    </div>
  );
}

export function SheetRows({ form }: { form: ProjectForm }) {
  const { inspection, draft } = form;
  if (!inspection?.table || (!draft.sheet && !draft.linked)) return null;
  return (
    <Suspense>
      <SheetTabs form={form} table={inspection.table} />
    </Suspense>
  );
}
