/** Views of the project list: which states each one asks for by name. */
import type { ProjectFigures, ProjectState } from '#contract/project-shapes.ts';

export interface View {
  /** As it stands in the address. */
  name: string;
  label: string;
  states: readonly ProjectState[];
}

export const VIEWS = [
  { name: 'all', label: 'All', states: [] },
  { name: 'needs-you', label: 'Needs you', states: ['waiting_for_split', 'failed'] },
  { name: 'running', label: 'Running', states: ['planning', 'queued', 'running', 'auditing'] },
  { name: 'landed', label: 'Landed', states: ['landed', 'landed_with_losses'] },
] as const satisfies View[];

/** How many projects a view holds. */
export function countView({ states }: View, figures: ProjectFigures): number {
  if (states.length === 0) return figures.projects;
  return states.reduce((sum, state) => sum + (figures.states[state] ?? 0), 0);
}

/** Labels of the single states, in the order in which a run passes them. */
export const STATE_LABELS: Record<ProjectState, string> = {
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
  test_only: 'Test only',
};

const sameStates = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((state) => b.includes(state));

/** The view whose states are asked for; undefined for a choice of one's own. */
export function findView(states: readonly string[]): View | undefined {
  return VIEWS.find((view) => sameStates(view.states, states));
}

export function readStates(text: string | undefined): ProjectState[] {
  const known = Object.keys(STATE_LABELS);
  return (text ?? '').split(',').filter((state): state is ProjectState => known.includes(state));
}
