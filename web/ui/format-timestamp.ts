/** Formats timestamps and durations: `now`, `12 min ago`, `yesterday`, `Nov 18`, `2.3 s`. */
const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' });
const dayOfYear = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' });
const time = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' });
const whole = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'medium' });

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const startOfDay = (at: Date) => new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime();

/** Number of midnights between two timestamps: yesterday evening is one day ago, this morning none. */
const countDays = (from: Date, to: Date) => Math.round((startOfDay(to) - startOfDay(from)) / DAY);

/** Short relative time. */
export function formatAge(timestamp: string, now: Date): string {
  const at = new Date(timestamp);
  const ago = now.getTime() - at.getTime();
  if (ago < MINUTE) return 'now';
  if (ago < HOUR) return `${Math.floor(ago / MINUTE)} min ago`;
  const days = countDays(at, now);
  if (days === 0 || ago < 6 * HOUR) return `${Math.floor(ago / HOUR)} h ago`;
  if (days === 1) return 'yesterday';
  return at.getFullYear() === now.getFullYear() ? day.format(at) : dayOfYear.format(at);
}

/** `today 11:52 AM`, `yesterday 5:03 PM`, `Nov 18, 9:10 AM`. */
export function formatTimestamp(timestamp: string, now: Date): string {
  const at = new Date(timestamp);
  const days = countDays(at, now);
  if (days === 0) return `today ${time.format(at)}`;
  if (days === 1) return `yesterday ${time.format(at)}`;
  const date = at.getFullYear() === now.getFullYear() ? day.format(at) : dayOfYear.format(at);
  return `${date}, ${time.format(at)}`;
}

const zoned = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
});

/** With its time zone, for a timestamp that is the same for all users: `Nov 30, 7:00 PM EST`. */
export const formatZonedTimestamp = (timestamp: string): string => zoned.format(new Date(timestamp));

/** Day in the user's time zone: `Nov 18`. */
export const formatShortDay = (timestamp: string): string => day.format(new Date(timestamp));

/** Date with its year: `Nov 18, 2026`. */
export function formatDay(timestamp: string): string {
  return dayOfYear.format(new Date(timestamp));
}

/** Full timestamp, for the tooltip of a short form. */
export function formatFullTimestamp(timestamp: string): string {
  return whole.format(new Date(timestamp));
}

/** `0.4 s`, `12 s`, `3 min 5 s`, `2 h 10 min`. */
export function formatDuration(ms: number): string {
  const safe = Math.max(0, ms);
  // From 9.95 s on, one decimal would round to `10.0 s`.
  if (safe < 9.95 * SECOND) return `${(safe / SECOND).toFixed(1)} s`;
  const seconds = Math.round(safe / SECOND);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`;
  const hours = Math.floor(minutes / 60);
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
}

const calendarDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const calendarDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** `2026-11-18` becomes `Nov 18`: a calendar day is the same in every time zone. */
export const formatCalendarDay = (date: string): string => calendarDay.format(new Date(date));

/** With its year: `Nov 18, 2026`. */
export const formatCalendarDate = (date: string): string => calendarDate.format(new Date(date));
