import { describe, expect, test } from 'vitest';
import type { Inspection, Outcome } from '#engine';
import { tellOutcome } from './tell-outcome.rules.ts';

const outcome: Outcome = {
  pages: 9998,
  skipped: 2,
  bytes: 1,
  parts: [],
  formedLinks: 9998,
  placeholdersFilled: 1,
  placeholdersTotal: 1,
};
const given = { seed: new File([''], 'seed.xml'), sheet: { text: 'a' }, footer: '', keep: '', site: '' };
const tell = (inspection: Partial<Inspection>, inputs = given) =>
  tellOutcome({ inspection: { problems: [], ...inspection }, inputs });

describe('the page in one sentence, for those who hear it', () => {
  test('says how many pages ready to import', () => {
    expect(tell({ outcome })).toBe('9,998 of 10,000 pages ready to import.');
  });

  test('says first what must be fixed', () => {
    const fault = { code: 'a', severity: 'fault' as const, text: '' };
    expect(tell({ outcome, problems: [fault] })).toBe('1 problem to fix before pages can be built.');
  });

  test('says nothing while there is nothing', () => {
    expect(tellOutcome({ inputs: { ...given, seed: null, sheet: null } })).toBe('');
  });
});
