/** States of projects, as the list labels and filters them. */
import type { ProjectFigures, ProjectState } from '#contract/project-shapes.ts';
import { PROJECT_TYPES } from '#contract/project-types.ts';
import type { FilterChoice, View } from '#web/kit/list-tools.tsx';
import { formatType } from './project-types.rules.ts';

/** Labels of the states, in the order of a run. */
export const STATE_LABELS: Record<ProjectState, string> = {
  draft: 'Draft',
  planning: 'Planning',
  waiting_for_split: 'Split?',
  queued: 'Queued',
  running: 'Running',
  auditing: 'Auditing',
  completed: 'Completed',
  completed_with_skips: 'Completed, with skipped rows',
  failed: 'Failed',
  canceled: 'Canceled',
  test_only: 'Test only',
};

/** For the confirmation before a deletion. */
export const PROJECT_DELETION = { noun: 'project', consequence: 'with all runs and stored files' };

const VIEWS: readonly { label: string; states: readonly ProjectState[] }[] = [
  { label: 'All', states: [] },
  { label: 'Needs attention', states: ['waiting_for_split', 'failed', 'completed_with_skips'] },
  { label: 'Running', states: ['planning', 'queued', 'running', 'auditing'] },
  { label: 'Completed', states: ['completed', 'completed_with_skips'] },
];

export const STATE_FILTER: FilterChoice<'state'> = {
  filter: 'state',
  label: 'Last run',
  any: 'Any last run',
  choices: Object.entries(STATE_LABELS)
    .filter(([value]) => value !== 'draft')
    .map(([value, label]) => ({ value, label })),
};

export const TYPE_FILTER: FilterChoice<'type'> = {
  filter: 'type',
  label: 'Website type',
  any: 'Any type',
  choices: PROJECT_TYPES.map((value) => ({ value, label: formatType(value) })),
};

/** Views of the list, with the number of projects if known. */
export function countViews(figures?: ProjectFigures): View<'state'>[] {
  const count = (states: readonly ProjectState[], { projects, states: counts }: ProjectFigures) =>
    states.length === 0 ? projects : states.reduce((sum, state) => sum + (counts[state] ?? 0), 0);
  return VIEWS.map(({ label, states }) => ({
    label,
    filter: 'state',
    values: states,
    count: figures && count(states, figures),
  }));
}
