/**
 * Converts dates to seconds since 1970 and back, without a clock: WordPress writes `YYYY-MM-DD HH:MM:SS`,
 * RSS writes RFC 822 dates.
 */
import { type CivilDate, toCivilDate } from '../text/civil-date.ts';

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const SECONDS_A_DAY = 86_400;

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
