/** The bar at the bottom: Save, Test and the way out, why they are closed, and what was kept. */
import { Button } from '@mantine/core';
import { Loader, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Problem } from '#engine';
import { BAR_WORDS_ID, FormBar } from '#web/kit/form-bar.tsx';
import { formatAmount } from '#web/ui/format-figure.ts';
import classes from './project-form.module.css';
import { sections } from './messages.ts';
import { placeProblems } from './problem-place.rules.ts';
import type { ProjectForm } from './use-project-form.ts';

const ICON = { size: 16, strokeWidth: 1.75, absoluteStrokeWidth: true, 'aria-hidden': true } as const;
const time = new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** @param props.leave the third button: Cancel, or Delete Project */
export function SaveBar({ project, leave }: { project: ProjectForm; leave: ReactNode }) {
  const { form, sending, closed } = project;
  const isSaving = form.isSending && sending.mode === 'save';
  const isTesting = form.isSending && sending.mode === 'test';
  return (
    <FormBar
      buttons={
        <>
          <Button
            variant="filled"
            disabled={closed !== undefined}
            data-busy={isSaving || undefined}
            leftSection={isSaving && <Loader {...ICON} />}
            aria-describedby={BAR_WORDS_ID}
            onClick={sending.save}
          >
            {isSaving ? 'Saving...' : 'Save Project'}
          </Button>
          <Button
            disabled={closed !== undefined}
            data-busy={isTesting || undefined}
            leftSection={isTesting && <Loader {...ICON} />}
            aria-describedby={BAR_WORDS_ID}
            onClick={sending.test}
          >
            {isTesting ? 'Testing...' : 'Test Page'}
          </Button>
          {leave}
        </>
      }
    >
      <BarWords project={project} />
    </FormBar>
  );
}

function BarWords({ project }: { project: ProjectForm }) {
  const { closed, sending, reading, draft } = project;
  const skipped = reading.inspection?.outcome?.skipped ?? 0;
  if (sending.done) return <span>{tellNext(project, sending.done.to)}</span>;
  const hasFaults = closed?.startsWith('Mend') ?? false;
  const isWarning = hasFaults || (closed === undefined && skipped > 0);
  const text = closed ?? (skipped > 0 ? `${formatAmount(skipped, 'page')} will not land` : undefined);
  return (
    <>
      {text !== undefined && (
        <span className={classes.reason} data-warning={isWarning || undefined}>
          {isWarning && <TriangleAlert size={16} strokeWidth={1.75} absoluteStrokeWidth aria-hidden="true" />}
          {text}
          {isWarning && <a href={`#${showPlace(project)}`}>Show</a>}
        </span>
      )}
      {draft.keptAt && (
        <span>
          {draft.isLocalOnly ? 'Draft kept in this browser' : 'Draft saved'} {time.format(draft.keptAt)}
        </span>
      )}
    </>
  );
}

function tellNext({ start, sending, isChanged }: ProjectForm, to: string): string {
  if (to === '/projects') return 'Opening the list of projects';
  const isTried = sending.mode === 'test' && start.project !== undefined && isChanged;
  return isTried ? 'Opening the project; your changes stay here as a draft' : 'Opening the project';
}

/** The first section with something to mend; rows that are left out are mended in the sheet. */
function showPlace({ reading: { inspection, inputs } }: ProjectForm): string {
  const isUnread = inputs.seed !== null && inspection?.seed === undefined;
  const placed = inspection && placeProblems(inspection, inputs.seed?.name);
  if (isUnread || hasFault(placed?.seed)) return sections.seed.id;
  return !hasFault(placed?.sheet) && hasFault(placed?.footer) ? sections.footer.id : sections.sheet.id;
}

const hasFault = (problems: readonly Problem[] = []): boolean =>
  problems.some(({ severity }) => severity === 'fault');
