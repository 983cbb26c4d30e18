/**
 * Formats the values of a workbook as the spreadsheet shows them, independent of the user's locale: numbers by their
 * format, dates and times in one fixed form.
 */
import { toCivilDate } from '../../text/civil-date.ts';

const pad = (value: number, digits: number): string => String(value).padStart(digits, '0');

/** Formats a number with 15 significant digits, the precision of a spreadsheet, and without an exponent. */
export function formatNumber(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e15) return String(value);
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
/** Days from 1899-12-30, day 0 of a spreadsheet, to 1970-01-01. */
const DAYS_BEFORE_1970 = 25_569;
/** 9999-12-31 and 0001-01-01. */
const LAST_DAY = 2_958_465;
const FIRST_DAY = -693_593;

/** Parts of a date and time that a format shows. */
export type DayPart = 'day' | 'clock' | 'both';

/**
 * Formats a serial date as `2026-03-01`, `2026-03-01 14:30:00`, or `14:30:00` for a value without a day.
 * @param serial days since 1899-12-30
 * @param part shown by the cell's format
 */
export function formatDay(serial: number, part: DayPart = 'both'): string {
  // Rounded to seconds, because a time is stored as a fraction of a day.
  const seconds = Math.round(serial * DAY_SECONDS);
  const day = Math.floor(seconds / DAY_SECONDS);
  if (!(day >= FIRST_DAY && day <= LAST_DAY)) return formatNumber(serial);
  const clock = seconds - day * DAY_SECONDS;
  if (day !== 0 && (part === 'day' || (part === 'both' && clock === 0))) return formatDate(day);
  const hours = Math.floor(clock / 3600);
  const minutes = Math.floor(clock / 60) % 60;
  const time = `${pad(hours, 2)}:${pad(minutes, 2)}:${pad(clock % 60, 2)}`;
  return day === 0 || part === 'clock' ? time : `${formatDate(day)} ${time}`;
}

/** @param serial days since 1899-12-30 */
function formatDate(serial: number): string {
  const { year, month, day } = toCivilDate(serial - DAYS_BEFORE_1970);
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
}
