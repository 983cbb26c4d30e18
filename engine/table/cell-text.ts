/**
 * The text of a cell that a spreadsheet file holds as a value: the same text for everybody, whatever
 * their language and clock, and as near as possible to what the spreadsheet shows.
 */

const pad = (value: number, digits: number): string => String(value).padStart(digits, '0');

/** `''` for nothing, numbers in full, `TRUE`/`FALSE`, dates as `2026-03-01`, `2026-03-01 14:30:00` or `14:30:00`. */
export function formatCell(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return formatNumber(value);
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (typeof value === 'bigint') return String(value);
  if (value instanceof Date) return formatDate(value);
  throw new TypeError(`A cell cannot hold a ${typeof value}.`);
}

/** Fifteen digits are all that a spreadsheet knows; never with an exponent. */
function formatNumber(value: number): string {
  const rounded = Number(value.toPrecision(15));
  if (!Number.isFinite(rounded)) return '';
  const text = String(rounded);
  const [mantissa = '', exponent] = text.split('e');
  if (exponent === undefined) return text;
  const sign = mantissa.startsWith('-') ? '-' : '';
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  return point <= 0 ? `${sign}0.${'0'.repeat(-point)}${digits}` : `${sign}${digits.padEnd(point, '0')}`;
}

const DAY_SECONDS = 86_400;
/** 1899-12-30, day 0 of a spreadsheet: a value on it is a clock time without a day. */
const DAY_ZERO = -25_569;

/** To the nearest second: a clock time is a fraction of a day, which seldom comes out even. */
function formatDate(date: Date): string {
  const milliseconds = date.getTime();
  if (Number.isNaN(milliseconds)) return '';
  const seconds = Math.round(milliseconds / 1000);
  const day = Math.floor(seconds / DAY_SECONDS);
  const written =
    day === Math.floor(milliseconds / (DAY_SECONDS * 1000)) ? formatDay(date, 0) : formatDay(date, 1);
  const clock = seconds - day * DAY_SECONDS;
  if (clock === 0 && day !== DAY_ZERO) return written;
  const hours = Math.floor(clock / 3600);
  const minutes = Math.floor(clock / 60) % 60;
  const time = `${pad(hours, 2)}:${pad(minutes, 2)}:${pad(clock % 60, 2)}`;
  return day === DAY_ZERO ? time : `${written} ${time}`;
}

/** The date, or the day after it (`later` 1). */
function formatDay(date: Date, later: 0 | 1): string {
  let year = date.getUTCFullYear();
  let month = date.getUTCMonth();
  let day = date.getUTCDate() + later;
  if (later === 1 && Date.UTC(year, month, day) === Date.UTC(year, month + 1, 1)) {
    day = 1;
    month = (month + 1) % 12;
    if (month === 0) year += 1;
  }
  return `${pad(year, 4)}-${pad(month + 1, 2)}-${pad(day, 2)}`;
}
