/**
 * Converts dates to seconds since 1970 and back, without a clock: WordPress writes `YYYY-MM-DD HH:MM:SS`,
 * RSS writes RFC 822 dates.
 */
import { type CivilDate, toCivilDate } from '../text/civil-date.ts';

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const SECONDS_A_DAY = 86_400;
/** Longer cells are no dates. */
const MAX_CHARACTERS = 100;

function two(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}

function formatTime(seconds: number): string {
  const rest = seconds - Math.floor(seconds / SECONDS_A_DAY) * SECONDS_A_DAY;
  return `${two(Math.floor(rest / 3600))}:${two(Math.floor(rest / 60) % 60)}:${two(rest % 60)}`;
}

/** `2025-09-12 14:03:21` */
export function formatMysqlDate(seconds: number): string {
  const { year, month, day } = toCivilDate(Math.floor(seconds / SECONDS_A_DAY));
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)} ${formatTime(seconds)}`;
}

/** `Fri, 12 Sep 2025 14:03:21 +0000` (RFC 822, for RSS) */
export function formatRssDate(seconds: number): string {
  const days = Math.floor(seconds / SECONDS_A_DAY);
  const { year, month, day } = toCivilDate(days);
  const weekday = DAYS[(((days + 4) % 7) + 7) % 7];
  return `${weekday}, ${two(day)} ${MONTHS[month - 1]} ${String(year).padStart(4, '0')} ${formatTime(seconds)} +0000`;
}

function toSeconds(civil: CivilDate, time: readonly number[]): number | undefined {
  const { year, month, day } = civil;
  const [hour = 0, minute = 0, second = 0] = time;
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const seconds = Date.UTC(year, month - 1, day, hour, minute, second) / 1000;
  const back = toCivilDate(Math.floor(seconds / SECONDS_A_DAY));
  return back.year === year && back.month === month && back.day === day ? seconds : undefined;
}

/** Parses a WordPress date to seconds; `undefined` for an empty, zero or nonexistent date. */
export function parseMysqlDate(text: string): number | undefined {
  const match = /^\s*(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2}))?)?\s*$/.exec(text);
  if (!match) return undefined;
  const [year = 0, month = 0, day = 0, ...time] = match.slice(1).map((part) => Number(part ?? 0));
  return toSeconds({ year, month, day }, time);
}

/** Parses an RSS date to seconds, including its time zone. */
export function parseRssDate(text: string): number | undefined {
  const match =
    /^\s*(?:[A-Za-z]{3},\s*)?(\d{1,2})\s+([A-Za-z]{3})\s+(\d{4})\s+(\d{1,2}):(\d{2})(?::(\d{2}))?\s*([+-]\d{4}|[A-Z]+)?\s*$/.exec(
      text,
    );
  if (!match) return undefined;
  const month = MONTHS.indexOf(match[2] ?? '') + 1;
  if (month === 0) return undefined;
  const civil = { year: Number(match[3]), month, day: Number(match[1]) };
  const seconds = toSeconds(civil, [Number(match[4]), Number(match[5]), Number(match[6] ?? 0)]);
  const zone = /^([+-])(\d{2})(\d{2})$/.exec(match[7] ?? '');
  if (seconds === undefined || !zone) return seconds;
  const offset = Number(zone[2]) * 3600 + Number(zone[3]) * 60;
  return zone[1] === '-' ? seconds + offset : seconds - offset;
}

const US_DATE = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?:,? (.+))?$/;
const NAMED_DATE = /^([A-Za-z]{3})[a-z]*\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})(?:,? (?:at )?(.+))?$/;
const ISO_DATE = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:(?:,? |T)(.+))?$/;
const TIME = /^(\d{1,2})(?::(\d{2})(?::(\d{2})(?:\.\d+)?)?)?(?: ?([ap])\.?m\.?)?$/i;

function parseTime(text: string): number | undefined {
  const match = TIME.exec(text);
  if (!match) return undefined;
  const [hour, minute, second] = match.slice(1, 4).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
  ];
  const half = match[4]?.toLowerCase();
  // a bare number isn't a time
  if ((half === undefined && match[2] === undefined) || minute > 59 || second > 59) return undefined;
  if (half === undefined ? hour > 23 : hour < 1 || hour > 12) return undefined;
  const hours = half === undefined ? hour : (hour % 12) + (half === 'p' ? 12 : 0);
  return hours * 3600 + minute * 60 + second;
}

/**
 * Parses a date with its year and, after it, a time: `2026-12-01 09:00`, `12/1/2026 9:00 AM`, `Dec 1, 2026, 9 AM`.
 * @returns seconds since 1970 as if the time were UTC; undefined for anything else
 */
export function parseLocalTime(text: string, defaultTime = 0): number | undefined {
  const words = text.trim().replaceAll(/\s+/g, ' ');
  const iso = ISO_DATE.exec(words);
  const us = US_DATE.exec(words);
  const named = NAMED_DATE.exec(words);
  const [year, month, day, time] = iso
    ? [iso[1], iso[2], iso[3], iso[4]]
    : us
      ? [us[3], us[1], us[2], us[4]]
      : [
          named?.[3],
          named && MONTHS.findIndex((name) => name.toLowerCase() === named[1]?.toLowerCase()) + 1,
          named?.[2],
          named?.[4],
        ];
  const midnight = toSeconds({ year: Number(year), month: Number(month), day: Number(day) }, []);
  const seconds = time === undefined ? defaultTime : parseTime(time);
  return midnight === undefined || seconds === undefined ? undefined : midnight + seconds;
}

/** Parses a local time, or one with `Z` or an offset such as `-07:00`, of which `utc` is the actual UTC. */
export function parseZonedTime(text: string): { local: number } | { utc: number } | undefined {
  if (text.length > MAX_CHARACTERS) return undefined;
  const match = /^(.*?\d{1,2}:\d{2}.*?) ?(?:(Z|UTC)|([+-])(\d{2}):?(\d{2}))$/i.exec(text.trim());
  const local = parseLocalTime(match?.[1] ?? text);
  if (local === undefined) return undefined;
  if (!match) return { local };
  const offset = match[2] === undefined ? Number(match[4]) * 3600 + Number(match[5]) * 60 : 0;
  return { utc: match[3] === '-' ? local + offset : local - offset };
}
