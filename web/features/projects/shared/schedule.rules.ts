/** Describes a project's schedule. */
import { readSchedule } from '#contract/page-settings.ts';
import { formatAmount } from '#web/ui/format-figure.ts';
import { formatCalendarDate } from '#web/ui/format-timestamp.ts';

/** `10 pages a day from Dec 1, 2026`, `imported as drafts`; undefined if all pages are published now. */
export function describeSchedule(text: string): string | undefined {
  const schedule = readSchedule(text);
  if (schedule.kind === 'drafts') return 'imported as drafts';
  if (schedule.kind === 'now') return undefined;
  const { perDay, day } = schedule;
  const pages = `${formatAmount(Number(perDay), 'page')} a day`;
  return day === '' ? pages : `${pages} from ${formatCalendarDate(day)}`;
}
