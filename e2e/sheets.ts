/** Google Sheets for journeys: a public one, and one for each failure. */
import { readFileSync } from 'node:fs';
import type { GoogleSheets } from '../sim/google-sheets.ts';

const towns = readFileSync(
  new URL('../web/features/projects/form/fixtures/towns.csv', import.meta.url),
  'utf8',
);
const oneTab = { title: 'Towns', tabs: [{ gid: '0', csv: towns }] };

const FAILURES = {
  private: 'sign-in',
  deleted: 'deleted',
  page: 'page-as-csv',
  guarded: 'download-disabled',
  huge: 'huge-by-header',
  silent: 'silent',
} as const;

export type SheetLinks = Record<'towns' | 'wrongTab' | keyof typeof FAILURES, string>;

export function shareSheets(google: GoogleSheets): SheetLinks {
  const failing = Object.entries(FAILURES).map(([name, trouble]) => [
    name,
    google.share({ ...oneTab, trouble }),
  ]);
  return {
    ...(Object.fromEntries(failing) as Record<keyof typeof FAILURES, string>),
    towns: google.share(oneTab),
    wrongTab: `${google.share(oneTab)}#gid=77`,
  };
}
