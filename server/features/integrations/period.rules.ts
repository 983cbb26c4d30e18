/** Days of a period, and of the one that it is compared with. Days are texts such as 2026-03-02, in UTC. */
import type { Comparison, Period } from '#contract/search-shapes.ts';

export interface Days {
  from: string;
  to: string;
}

const DAY_MS = 86_400_000;
/** Months for which Google keeps figures. */
export const GOOGLE_MONTHS = 16;

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Returns the same day of another month, or the last day of a shorter month. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10);
}

function countDays({ from, to }: Days): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
}

/** @param until last day of the period */
export function toDays(period: Period, until: string): Days {
  const amount = Number.parseInt(period, 10);
  const from = period.endsWith('d') ? addDays(until, 1 - amount) : addDays(addMonths(until, -amount), 1);
  return { from, to: until };
}

/** Returns as many days right before these, or the same days a year ago. */
export function toCompared(days: Days, comparison: Comparison): Days {
  if (comparison === 'year') {
    const to = addMonths(days.to, -12);
    return { from: addDays(to, 1 - countDays(days)), to };
  }
  return { from: addDays(days.from, -countDays(days)), to: addDays(days.from, -1) };
}
