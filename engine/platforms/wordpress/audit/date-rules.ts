/** Reads dates of a WXR as WordPress does, and reports those that it refuses or that schedule a page. */
import { cut, fault, type Finding, notice } from '../../../verify/finding.ts';

export interface ReadDate {
  /**
   * `bad`: the item fails; `untimed`: the database doesn't store the date; `loose`: accepted, but not in the form
   * that exports have; `empty`: now.
   */
  kind: 'exact' | 'loose' | 'empty' | 'untimed' | 'bad';
  /** Since 1970, as if the date were UTC; `ANY_DATE` when empty, NaN for what never equals a date. */
  seconds: number;
}

/** Date of an item without one, for which the importer compares only the title. */
export const ANY_DATE = -Infinity;

const ZERO = '0000-00-00 00:00:00';
const EXACT = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)$/u;
const LOOSE = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T](\d{1,2}):(\d{1,2})(?::(\d{1,2}))?)?/u;
const MONTH_DAYS = new Uint8Array([31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]);

function isDay(year: number, month: number, day: number): boolean {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return day >= 1 && day <= (MONTH_DAYS[month - 1] ?? 0) + (isLeap && month === 2 ? 1 : 0);
}

/** Reads `YYYY-MM-DD hh:mm:ss` and the looser forms that WordPress takes; time zones don't count. */
export function readDate(written: string): ReadDate {
  if (written === '') return { kind: 'empty', seconds: ANY_DATE };
  if (written === ZERO) return { kind: 'empty', seconds: Number.NaN };
  const exact = EXACT.exec(written);
  const parts = exact ?? LOOSE.exec(written);
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = (parts ?? [])
    .slice(1)
    .map((part) => Number(part ?? 0));
  if (!isDay(year, month, day)) return { kind: 'bad', seconds: Number.NaN };
  if (hour > 23 || minute > 59 || second > 59) return { kind: 'untimed', seconds: Number.NaN };
  const seconds = Date.UTC(year, month - 1, day, hour, minute, second) / 1000;
  return { kind: exact === null ? 'loose' : 'exact', seconds };
}

const DATE_FINDINGS: Record<'bad' | 'untimed' | 'loose' | 'empty', (date: string) => Finding> = {
  bad: (date) =>
    fault(
      'date-invalid',
      `WordPress rejects the date "${date}" and skips the item; write it as YYYY-MM-DD HH:MM:SS.`,
    ),
  untimed: (date) =>
    fault(
      'date-untimed',
      `the date "${date}" has an invalid time of day, so the database stores no date; write it as YYYY-MM-DD HH:MM:SS.`,
    ),
  loose: (date) =>
    notice(
      'date-format',
      `the date "${date}" isn’t in the form that exports use; write it as YYYY-MM-DD HH:MM:SS.`,
    ),
  empty: () =>
    notice(
      'date-empty',
      'it has no date, so it gets the time of the import, and a second import duplicates it; add a date.',
    ),
};

/** Checks `wp:post_date`. */
export function checkDate(written: string, { kind }: ReadDate): Finding[] {
  return kind === 'exact' ? [] : [DATE_FINDINGS[kind](cut(written, 40))];
}

/** Checks `wp:post_date_gmt`; empty or zero is what drafts have, WordPress then works it out. */
export function checkGmtDate(written: string, { kind }: ReadDate): Finding[] {
  if (kind !== 'bad' && kind !== 'untimed') return [];
  const text = `the GMT date "${cut(written, 40)}" is invalid, so the database stores none; write it as YYYY-MM-DD HH:MM:SS or as ${ZERO}.`;
  return [{ code: 'date-gmt-invalid', severity: 'notice', text }];
}

/**
 * Reports pages that WordPress would schedule or publish by their date: the GMT date, else the local one.
 * @param now seconds since 1970, as the caller's clock says
 */
export function checkFuture(
  dates: Record<'local' | 'gmt', ReadDate>,
  status: string,
  now: number,
): Finding[] {
  const { seconds } = dates.gmt.kind === 'empty' ? dates.local : dates.gmt;
  if (status === 'publish' && seconds >= now + 60) {
    const text =
      'its date is in the future, so WordPress schedules it instead of publishing it; use a past date.';
    return [{ code: 'date-future', severity: 'fault', text }];
  }
  if (status === 'future' && seconds < now + 60) {
    const text =
      'it is scheduled for a past date, so WordPress publishes it immediately; use the status publish.';
    return [{ code: 'status-past', severity: 'notice', text }];
  }
  return [];
}
