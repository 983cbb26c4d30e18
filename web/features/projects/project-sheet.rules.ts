/** The list of projects as a sheet for people: a row for each project. Pure. */
import { BYTE_ORDER_MARK, writeRecord } from '#contract/csv.ts';
import type { ProjectListItem } from '#contract/project-shapes.ts';
import { pagesOf } from '#web/client/run-figures.ts';
import { STATE_LABELS } from './project-states.rules.ts';

const HEAD = ['Project', 'Type', 'Pages', 'Last run', 'Rows left out', 'Created', 'Updated'];

/** Moments are in UTC, as the server gives them: they mean the same wherever the sheet is opened. */
export function writeProjectSheet(projects: readonly ProjectListItem[]): string {
  return BYTE_ORDER_MARK + [HEAD, ...projects.map(listCells)].map(writeRecord).join('');
}

function listCells(project: ProjectListItem): string[] {
  const { title, type, state, lost, created_at: created, updated_at: updated } = project;
  return [title, type, tell(pagesOf(project)), STATE_LABELS[state], tell(lost), created, updated];
}

const tell = (figure: number | null) => (figure === null ? '' : String(figure));

/** `projects-2026-11-22.csv`, by the calendar of who asks. */
export function nameProjectSheet(now: Date): string {
  const parts = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  return `projects-${parts.map((part) => String(part).padStart(2, '0')).join('-')}.csv`;
}
