/** Which days a period has, and which it is compared with. Days are texts such as 2026-03-02, counted in UTC. */
import type { Comparison, Period } from '#contract/search-shapes.ts';

export interface Days {
  from: string;
  to: string;
}

const DAY_MS = 86_400_000;
/** For so long Google keeps figures. */
export const KEPT_MONTHS = 16;

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The same day of another month, or its last one. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10);
}

function countDays({ from, to }: Days): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
}

/** @param until the last day of it */
export function toDays(period: Period, until: string): Days {
  const amount = Number.parseInt(period, 10);
  const from = period.endsWith('d') ? addDays(until, 1 - amount) : addDays(addMonths(until, -amount), 1);
  return { from, to: until };
}

/** As many days right before, or the same days a year ago. */
export function toCompared(days: Days, comparison: Comparison): Days {
  if (comparison === 'year') {
    const to = addMonths(days.to, -12);
    return { from: addDays(to, 1 - countDays(days)), to };
  }
  return { from: addDays(days.from, -countDays(days)), to: addDays(days.from, -1) };
}
