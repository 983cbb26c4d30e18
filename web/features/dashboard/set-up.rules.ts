/** The first steps of a new account, told from what is there and not from what was clicked. Pure. */
import type { ProjectListItem } from '#contract/project-shapes.ts';
import { hasLanded } from '#web/client/run-figures.ts';
import { formatAmount } from '#web/ui/format-figure.ts';

export interface SetUpStep {
  name: string;
  note: string;
  isDone: boolean;
  /** Where the step is taken. */
  to: string;
  act: string;
}

type Facts = Pick<ProjectListItem, 'id' | 'title' | 'pages' | 'last_run'>;

/** @param projects newest first */
export function listSteps(projects: readonly Facts[]): SetUpStep[] {
  const [newest] = projects;
  const ready = projects.find(({ pages }) => pages !== null);
  // Who has whole runs that landed needs no test any more.
  const tested = ready ?? projects.find(({ last_run: run }) => run?.kind === 'test' && hasLanded(run.state));
  const edit = newest ? `/projects/${newest.id}/edit` : '/projects/select-project-type';
  return [
    {
      name: 'First project',
      note: newest ? newest.title : 'one exported page and a sheet',
      isDone: newest !== undefined,
      to: '/projects/select-project-type',
      act: 'New project',
    },
    {
      name: 'Test a page',
      note: tested ? tested.title : 'three samples, nothing is kept',
      isDone: tested !== undefined,
      to: edit,
      act: 'Test',
    },
    {
      name: 'Download the parts',
      note: ready ? `${formatAmount(ready.pages ?? 0, 'page')} ready` : 'once all pages are written',
      isDone: ready !== undefined,
      to: ready ? `/projects/${ready.id}` : edit,
      act: 'Save',
    },
  ];
}

export function isSetUp(steps: readonly SetUpStep[]): boolean {
  return steps.every(({ isDone }) => isDone);
}

/** Pages of all current runs. */
export function countReady(projects: readonly Facts[]): number {
  return projects.reduce((sum, { pages }) => sum + (pages ?? 0), 0);
}

/** `Saturday, November 21. Two projects need you.` */
export function greet(now: Date, waiting: number): string {
  const day = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric' }).format(
    now,
  );
  if (waiting === 0) return `${day}. Nothing needs you.`;
  return `${day}. ${formatAmount(waiting, 'project')} ${waiting === 1 ? 'needs' : 'need'} you.`;
}
