/** A schedule: a number of pages a day from a local time, in the order of the rows. */
import { getZoneOffset, isTimeZone, toUtc } from '../text/time-zone.ts';
import { parseLocalTime } from './calendar.ts';
import { toStoredKey } from './identity.ts';

/** Pages a day; each day’s pages begin at the time of day of `start`. */
interface DailySchedule {
  kind: 'daily';
  perDay: number;
  /** Local time of the first page, in seconds since 1970 as if it were UTC. */
  start: number;
  /** IANA name. */
  zone: string;
}

export type Schedule = DailySchedule | { kind: 'drafts' };

/** UTC dates of scheduled pages by stored row key, in seconds since 1970. */
export type ScheduledDates = Readonly<Record<string, number>>;

/** 2100-01-01 in seconds since 1970. */
const END = 4_102_444_800;

/** A parsed schedule; none if all pages are published now. */
type ScheduleReading = { schedule: Schedule | undefined } | { fault: string };

const MAX_PER_DAY = 1000;
const SECONDS_A_DAY = 86_400;
/** Seconds between the pages of a day, where the day is long enough. */
const STEP = 60;
const DEFAULT_HOUR = 9 * 3600;
const EXAMPLE = '10 a day from 2026-12-01 09:00 America/Denver';

/** Time zones by abbreviations, which are ambiguous or ignore daylight saving time. */
const ABBREVIATIONS = new Map([
  ...['ET', 'EST', 'EDT'].map((each) => [each, 'America/New_York'] as const),
  ...['CT', 'CST', 'CDT'].map((each) => [each, 'America/Chicago'] as const),
  ...['MT', 'MST', 'MDT'].map((each) => [each, 'America/Denver'] as const),
  ...['PT', 'PST', 'PDT'].map((each) => [each, 'America/Los_Angeles'] as const),
  ...['AKST', 'AKDT'].map((each) => [each, 'America/Anchorage'] as const),
  ...['AST', 'ADT'].map((each) => [each, 'America/Halifax'] as const),
  ...['AEST', 'AEDT', 'AET'].map((each) => [each, 'Australia/Sydney'] as const),
  ...['NZST', 'NZDT'].map((each) => [each, 'Pacific/Auckland'] as const),
  ...['CET', 'CEST', 'ECT', 'MET'].map((each) => [each, 'Europe/Paris'] as const),
  ...['EET', 'EEST'].map((each) => [each, 'Europe/Helsinki'] as const),
  ['HST', 'Pacific/Honolulu'],
  ['BST', 'Europe/London'],
  ['WET', 'Europe/Lisbon'],
  ['WEST', 'Europe/Lisbon'],
  ['IST', 'Asia/Kolkata, Europe/Dublin or Asia/Jerusalem'],
  ['JST', 'Asia/Tokyo'],
  ['KST', 'Asia/Seoul'],
  ['SST', 'Pacific/Pago_Pago'],
]);
/** Further abbreviations that `Intl` knows. */
const OTHER_ABBREVIATION = /^(?:ACT|AGT|ART|BET|CAT|CNT|CTT|EAT|IET|MIT|NET|NST|PLT|PNT|PRT|VST)$/;

/** Explains why a word isn’t the name of a time zone. */
function explainZone(zone: string): string | undefined {
  const written = zone.toUpperCase();
  const name = ABBREVIATIONS.get(written);
  if (name !== undefined)
    return `"${zone}" doesn’t name one time zone. Write the name of yours, such as ${name}.`;
  return isTimeZone(zone) && !/^[ap]m$/i.test(zone) && !OTHER_ABBREVIATION.test(written)
    ? undefined
    : `"${zone}" isn’t a time zone. End the schedule with one such as America/Denver.`;
}

/** Parses `10 a day from 2026-12-01 09:00 America/Denver`, `all now` or `as drafts`. */
export function parseSchedule(text: string): ScheduleReading {
  const words = text.trim().replaceAll(/\s+/g, ' ');
  if (/^(?:all )?now$/i.test(words)) return { schedule: undefined };
  if (/^(?:all )?(?:as )?drafts?$/i.test(words)) return { schedule: { kind: 'drafts' } };
  const [, count = '', from = '', zone = ''] =
    /^(\d+) (?:pages? )?(?:a|per) day,? (?:from|starting) (.*?)[, ]+([A-Za-z][\w+-]*(?:\/[\w+-]+)*)$/i.exec(
      words,
    ) ?? [];
  if (count === '') return { fault: `Use a schedule such as "${EXAMPLE}", "all now" or "as drafts".` };
  const perDay = Number(count);
  if (perDay < 1 || perDay > MAX_PER_DAY) return { fault: `Use 1 to ${MAX_PER_DAY} pages a day.` };
  const fault = explainZone(zone);
  if (fault !== undefined) return { fault };
  const start = parseLocalTime(from, DEFAULT_HOUR);
  if (start === undefined)
    return {
      fault: `"${from}" isn’t a date with its year. Write it like 2026-12-01 09:00 or Dec 1, 2026, 9:00 AM.`,
    };
  if (start < 0 || start >= END) return { fault: 'Use a day between 1970 and 2099.' };
  return { schedule: { kind: 'daily', perDay, start, zone } };
}

/** Gives each row the date that it had, or else the next free one. */
export class ScheduledRows {
  readonly #schedule: DailySchedule;
  readonly #dates: Map<string, number>;
  readonly #taken: Set<number>;
  #next = 0;

  constructor(schedule: DailySchedule, known: ScheduledDates = {}) {
    this.#schedule = schedule;
    this.#dates = new Map(Object.entries(known).map(([key, date]) => [toStoredKey(key), date]));
    this.#taken = new Set(this.#dates.values());
  }

  #computeSlot(index: number): number {
    const { perDay, start, zone } = this.#schedule;
    const timeOfDay = ((start % SECONDS_A_DAY) + SECONDS_A_DAY) % SECONDS_A_DAY;
    const step = Math.max(1, Math.min(STEP, Math.floor((SECONDS_A_DAY - timeOfDay) / perDay)));
    const local = start + Math.floor(index / perDay) * SECONDS_A_DAY + (index % perDay) * step;
    return toUtc(zone, local);
  }

  /** Returns the date of a row in seconds since 1970, UTC; undefined if it has none yet. */
  get(rowKey: string): number | undefined {
    return this.#dates.get(toStoredKey(rowKey));
  }

  /** Dates a row that has no date yet. */
  assign(rowKey: string): void {
    const key = toStoredKey(rowKey);
    if (this.#dates.has(key)) return;
    let second = this.#computeSlot(this.#next);
    while (this.#taken.has(second)) {
      this.#next += 1;
      second = this.#computeSlot(this.#next);
    }
    this.#taken.add(second);
    this.#dates.set(key, second);
  }

  /** All dates, those of rows that are gone included. */
  finish(): ScheduledDates {
    return Object.fromEntries(this.#dates);
  }
}

/**
 * Returns the seconds from UTC to local time at a scheduled second. The site's own offset at one time is known; if
 * the schedule's zone has it too, that zone is taken for the site's, with its daylight saving time.
 */
export function getSiteOffset(
  { zone }: DailySchedule,
  second: number,
  site: { offset: number; at: number },
): number {
  return getZoneOffset(zone, site.at) === site.offset ? getZoneOffset(zone, second) : site.offset;
}
