/** Converts local times of IANA time zones to UTC, without a clock: `Intl` has the rules of daylight saving time. */

const formats = new Map<string, Intl.DateTimeFormat | undefined>();

function createFormat(zone: string): Intl.DateTimeFormat | undefined {
  const fields = { year: 'numeric', month: 'numeric', day: 'numeric' } as const;
  const time = { hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' } as const;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: zone, ...fields, ...time });
  } catch {
    return undefined;
  }
}

function getFormat(zone: string): Intl.DateTimeFormat | undefined {
  if (!formats.has(zone)) formats.set(zone, createFormat(zone));
  return formats.get(zone);
}

/** Checks if the name is a time zone such as `America/Denver` or `UTC`; a bare offset isn't one. */
export function isTimeZone(zone: string): boolean {
  return /^[A-Za-z]/.test(zone) && getFormat(zone) !== undefined;
}

/** Returns the seconds from UTC to the zone's local time at this second since 1970. */
export function getZoneOffset(zone: string, second: number): number {
  const parts = getFormat(zone)?.formatToParts(second * 1000) ?? [];
  const read = (type: string) => Number(parts.find((part) => part.type === type)?.value ?? 0);
  const local = Date.UTC(
    read('year'),
    read('month') - 1,
    read('day'),
    read('hour'),
    read('minute'),
    read('second'),
  );
  return local / 1000 - second;
}

/**
 * Converts a local time to UTC, both in seconds since 1970. A time that a change to daylight saving time skips is
 * moved on by the change; of a time that occurs twice, the first is meant.
 */
export function toUtc(zone: string, local: number): number {
  const before = local - getZoneOffset(zone, local - 86_400);
  const after = local - getZoneOffset(zone, local + 86_400);
  const isLocal = (second: number) => second + getZoneOffset(zone, second) === local;
  if (isLocal(before)) return before;
  return isLocal(after) ? after : before;
}
