/** Rules of the fields of a daily schedule. */
import type { DailyFields } from '#contract/page-settings.ts';

const MAX_PER_DAY = 1000;

const isDay = (day: string): boolean => /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day));
const isTime = (time: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(time);

/** Errors of the fields of a daily schedule. */
export function findDailyFaults({
  perDay,
  day,
  time,
}: DailyFields): Partial<Record<keyof DailyFields, string>> {
  const count = Number(perDay);
  const isCount = /^\d+$/.test(perDay) && count >= 1 && count <= MAX_PER_DAY;
  return {
    ...(!isCount && { perDay: 'Enter 1 to 1,000' }),
    ...(!isDay(day) && { day: 'Choose a day' }),
    ...(!isTime(time) && { time: 'Choose a time' }),
  };
}

/** Day of a UTC time in a time zone: `Jan 19, 2027`. */
export function formatDayIn(zone: string, moment: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: zone }).format(new Date(moment));
}

/** Time zones of the United States, from east to west. */
const US_ZONES = [
  ['America/New_York', 'Eastern'],
  ['America/Chicago', 'Central'],
  ['America/Denver', 'Mountain'],
  ['America/Phoenix', 'Arizona'],
  ['America/Los_Angeles', 'Pacific'],
  ['America/Anchorage', 'Alaska'],
  ['Pacific/Honolulu', 'Hawaii'],
] as const;

/** All time zones, with the one that is chosen. */
export function listZones(chosen: string): { group: string; items: { value: string; label: string }[] }[] {
  const ofUs = US_ZONES.map(([value, name]) => ({ value, label: `${name} (${value})` }));
  const known = new Set<string>(US_ZONES.map(([value]) => value));
  const others = new Set([chosen, 'UTC', ...Intl.supportedValuesOf('timeZone')]);
  const items = [...others]
    .filter((value) => !known.has(value))
    .toSorted()
    .map((value) => ({ value, label: value }));
  return [
    { group: 'United States', items: ofUs },
    { group: 'All time zones', items },
  ];
}
