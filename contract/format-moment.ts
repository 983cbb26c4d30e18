/** Moments in messages, notifications and mails: their readers live in many time zones, so each names its own. */
const MOMENT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** @returns `Nov 28, 2026, 11:20 AM UTC` */
export const formatMoment = (moment: Date): string => `${MOMENT.format(moment)} UTC`;
