/** Formats the date in a cell: `2025-07-04` with `MMMM D` becomes `July 4`. English, without a clock or a time zone. */
import { type CivilDate, toCivilDate } from '../text/civil-date.ts';

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const MILLISECONDS_A_DAY = 86_400_000;
/** Two-digit years from 69 on are of the last century (POSIX). */
const FIRST_OLD_YEAR = 69;
/** Longer texts are not dates. */
const MAX_CHARACTERS = 60;

const TOKEN = /YYYY|YY|MMMM|MMM|MM|M|DD|D|dddd|ddd/g;
const NOT_LITERAL = /[\p{L}[\]]/u;

const TIME =
  /(?:T|,?\s+)\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:\s*[AP]\.?M\.?)?(?:\s*(?:Z|UTC|GMT|[+-]\d{2}:?\d{2}))?$/i;
const WEEKDAY = /^(?:Sun|Mon|Tues?|Wed(?:nes)?|Thu(?:rs?)?|Fri|Sat(?:ur)?)(?:day)?[.,]*\s+/i;
/** `2025-07-04`, `2025/7/4` */
const YEAR_FIRST = /^(?<year>\d{4})(?<mark>[-/])(?<month>\d{1,2})\k<mark>(?<day>\d{1,2})$/;
/** `7/4/2025`, `07-04-25` */
const US = /^(?<month>\d{1,2})(?<mark>[-/])(?<day>\d{1,2})\k<mark>(?<year>\d{4}|\d{2})$/;
/** `July 4, 2025`, `Jul. 4th 2025` */
const MONTH_FIRST =
  /^(?<month>[A-Za-z]{3,9})\.?\s+(?<day>\d{1,2})(?:st|nd|rd|th)?(?:,\s*|\s+)(?<year>\d{4})$/;
/** `4 July 2025`, `4-Jul-25` */
const DAY_FIRST =
  /^(?<day>\d{1,2})(?:st|nd|rd|th)?[\s-]+(?<month>[A-Za-z]{3,9})\.?,?[\s-]+(?<year>\d{4}|\d{2})$/;

/** Returns the number of a month, in digits or English; 0 for an unknown name. */
function readMonth(text: string): number {
  if (/^\d/.test(text)) return Number(text);
  const name = text.toLowerCase();
  return (
    MONTHS.findIndex((month) => {
      const full = month.toLowerCase();
      return name === full || name === full.slice(0, 3) || (name === 'sept' && full === 'september');
    }) + 1
  );
}

function readYear(text: string): number {
  const year = Number(text);
  if (text.length === 4) return year;
  return year < FIRST_OLD_YEAR ? 2000 + year : 1900 + year;
}

/** Reads a date to days since 1970-01-01; `undefined` for other texts and for days that don’t exist. */
function readDays(text: string): number | undefined {
  if (text.length > MAX_CHARACTERS) return undefined;
  const bare = text.trim().replace(TIME, '').replace(WEEKDAY, '');
  const match = [YEAR_FIRST, US, MONTH_FIRST, DAY_FIRST].map((form) => form.exec(bare)).find(Boolean);
  if (!match?.groups) return undefined;
  const { year: writtenYear = '', month: writtenMonth = '', day: writtenDay = '' } = match.groups;
  const [year, month, day] = [readYear(writtenYear), readMonth(writtenMonth), Number(writtenDay)];
  const days = Date.UTC(year, month - 1, day) / MILLISECONDS_A_DAY;
  const back = toCivilDate(days);
  return back.year === year && back.month === month && back.day === day ? days : undefined;
}

function formatToken(token: string, { year, month, day }: CivilDate, weekday: string): string {
  const monthName = MONTHS[month - 1] ?? '';
  const texts: Record<string, string> = {
    YYYY: String(year).padStart(4, '0'),
    YY: String(year % 100).padStart(2, '0'),
    MMMM: monthName,
    MMM: monthName.slice(0, 3),
    MM: String(month).padStart(2, '0'),
    M: String(month),
    DD: String(day).padStart(2, '0'),
    D: String(day),
    dddd: weekday,
    ddd: weekday.slice(0, 3),
  };
  return texts[token] ?? token;
}

/** Checks if a text has a token and no other letters, which would be published as they are: `yyyy`, `Do`. */
export function isDatePattern(pattern: string): boolean {
  const literal = pattern.replaceAll(TOKEN, '');
  return literal !== pattern && !NOT_LITERAL.test(literal);
}

/** Formats an ISO date or a US one (`7/4/2025`, `July 4, 2025`), with or without a time; other texts are unchanged. */
export function formatDate(value: string, pattern: string): string {
  const days = readDays(value);
  if (days === undefined) return value;
  const date = toCivilDate(days);
  const weekday = DAYS[(((days + 4) % 7) + 7) % 7] ?? '';
  return pattern.replaceAll(TOKEN, (token) => formatToken(token, date, weekday));
}
