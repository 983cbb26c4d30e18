/** Finds a notification by its number. Pure. */
import type { Notification } from '#contract/notifications.contract.ts';

/** Parses the number in the URL; `1e3`, `01` and `-1` are invalid. */
export function readId(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined;
}

/** The list is newest first, so numbers fall: stop reading after the requested one. */
export function searchPage(
  rows: readonly Notification[],
  id: number,
): { found?: Notification; isBeyond: boolean } {
  const found = rows.find((row) => row.id === id);
  const last = rows.at(-1);
  return { ...(found ? { found } : {}), isBeyond: last === undefined || last.id <= id };
}

const SUBJECTS: readonly [RegExp, string][] = [
  [/^\/projects\/\d/, 'View project'],
  [/^\/domains\/\d/, 'View domain'],
  [/^\/payment\b/, 'Open Payment'],
  [/^\/my-agency\b/, 'Open My Agency'],
  [/^\/integrations\b/, 'Open Integrations'],
  [/^\/settings\b/, 'Open Settings'],
  [/^\/dashboard\b/, 'Open Dashboard'],
  [/^\/reporting\b/, 'Open Reporting'],
];

/** Label of the button to the notification's page. */
export const getSubjectLabel = (link: string): string =>
  SUBJECTS.find(([path]) => path.test(link))?.[1] ?? 'Open';
