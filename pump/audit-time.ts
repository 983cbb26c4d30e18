/** The audit has no clock of its own: it is given what counts as the future. */

/** `YYYY-MM-DD HH:MM:SS` in UTC, as `wp:post_date_gmt` is written. */
export function formatAuditTime(time: Date): string {
  return time.toISOString().slice(0, 19).replace('T', ' ');
}
