/** Views of the project list: which states of the last run each one asks for, and what a row's badge says. */
import type { ProjectListItem, RunState } from '#contract/project-shapes.ts';
import { isActive, percentDone } from '#web/client/run-figures.ts';

export interface View {
  /** As it stands in the address. */
  name: string;
  label: string;
  states: readonly RunState[];
}

export const VIEWS = [
  { name: 'all', label: 'All', states: [] },
  { name: 'needs-you', label: 'Needs you', states: ['waiting_for_split', 'failed'] },
  { name: 'running', label: 'Running', states: ['planning', 'queued', 'running', 'auditing'] },
  { name: 'landed', label: 'Landed', states: ['landed', 'landed_with_losses'] },
] as const satisfies View[];

export type ViewName = (typeof VIEWS)[number]['name'];

/** Labels of the single states, in the order in which a run passes them. */
export const STATE_LABELS: Record<RunState, string> = {
  draft: 'Draft',
  planning: 'Planning',
  waiting_for_split: 'Split?',
  queued: 'Queued',
  running: 'Running',
  auditing: 'Auditing',
  landed: 'Landed',
  landed_with_losses: 'Landed, with lost rows',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

const sameStates = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((state) => b.includes(state));

/** The view whose states are asked for; undefined for a choice of one's own. */
export function findView(states: readonly string[]): View | undefined {
  return VIEWS.find((view) => sameStates(view.states, states));
}

export function readStates(text: string | undefined): RunState[] {
  const known = Object.keys(STATE_LABELS);
  return (text ?? '').split(',').filter((state): state is RunState => known.includes(state));
}

export interface BadgeFacts {
  state: RunState | 'test_only';
  detail?: string;
  lost?: number;
}

/** Tests never make a project landed: one that has nothing else says so. */
export function badgeOf(project: Pick<ProjectListItem, 'last_run' | 'pages'>): BadgeFacts {
  const { last_run: run, pages } = project;
  if (run === null) return { state: 'draft' };
  if (isActive(run.state)) {
    return run.state === 'running'
      ? { state: run.state, detail: `${percentDone(run)} %` }
      : { state: run.state };
  }
  if (run.kind === 'test' && run.state.startsWith('landed')) {
    return pages === null ? { state: 'test_only' } : { state: 'landed' };
  }
  return { state: run.state, lost: run.lost };
}
