/** First steps of a new account, derived from existing objects and not from clicks. Pure. */
import type { ProjectFigures, ProjectListItem, ProjectState } from '#contract/project-shapes.ts';
import { formatAmount } from '#web/ui/format-figure.ts';

export interface SetUpStep {
  name: string;
  note: string;
  isDone: boolean;
  /** Page for the step. */
  to: string;
  act: string;
}

type Recent = Pick<ProjectListItem, 'id' | 'title' | 'pages'>;

const WITH_PAGES: readonly ProjectState[] = ['completed', 'completed_with_skips'];

interface Started {
  figures: ProjectFigures;
  /** Recent projects, newest first. */
  recent: readonly Recent[];
  domains: number;
  /** Number of domains with a Search Console property; undefined if Google isn't set up. */
  connected?: number | undefined;
}

export function listSteps({ figures, recent, domains, connected }: Started): SetUpStep[] {
  const { projects, with_pages: withPages, pages, tested, downloaded } = figures;
  const [newest] = recent;
  const ready = recent.find((project) => project.pages !== null);
  const edit = newest ? `/projects/${newest.id}/edit` : '/projects/select-project-type';
  return [
    {
      name: 'Add a domain',
      note: domains > 0 ? formatAmount(domains, 'domain') : 'your website',
      isDone: domains > 0,
      to: '/domains/add-domain',
      act: 'Add domain',
    },
    ...(connected === undefined ? [] : [connectStep(connected)]),
    {
      name: 'First project',
      note: newest ? newest.title : 'a page and a sheet',
      isDone: projects > 0,
      to: '/projects/select-project-type',
      act: 'New project',
    },
    {
      name: 'Test a page',
      note: tested > 0 ? `${formatAmount(tested, 'project')} tested` : 'three sample pages',
      // A user with a completed run doesn't need a test anymore.
      isDone: tested > 0 || withPages > 0,
      to: edit,
      act: 'Test',
    },
    {
      name: 'Download the parts',
      note: withPages > 0 ? `${formatAmount(pages, 'page')} ready` : 'after the first run',
      isDone: downloaded > 0,
      ...(withPages > 0
        ? { to: ready ? `/projects/${ready.id}` : `/projects?state=${WITH_PAGES.join(',')}`, act: 'Download' }
        : { to: edit, act: 'Save' }),
    },
  ];
}

function connectStep(connected: number): SetUpStep {
  return {
    name: 'Connect Search Console',
    note: connected > 0 ? `${formatAmount(connected, 'domain')} connected` : 'for search figures',
    isDone: connected > 0,
    to: '/integrations',
    act: 'Connect',
  };
}

export function isSetUp(steps: readonly SetUpStep[]): boolean {
  return steps.every(({ isDone }) => isDone);
}

/** Number of projects in one of these states. */
export function countIn({ states }: ProjectFigures, wanted: readonly ProjectState[]): number {
  return wanted.reduce((sum, state) => sum + (states[state] ?? 0), 0);
}

/** `Saturday, November 21.` */
export function formatToday(now: Date): string {
  const day = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric' });
  return `${day.format(now)}.`;
}
