/**
 * Formats times in messages, notifications and emails with their time zone, because readers live in several.
 */
const FORMAT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** @returns `Nov 28, 2026, 11:20 AM UTC` */
export const formatTimestamp = (time: Date): string => `${FORMAT.format(time)} UTC`;
