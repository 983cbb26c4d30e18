import { describe, expect, test } from 'vitest';
import type { Inspection } from './form-state.ts';
import { makeForm, makeOutcome, SEED_FILE } from './section-fixture.tsx';
import { describeOutcome } from './project-form-view.tsx';

const outcome = makeOutcome({ pages: 9998, skipped: 2 });
const formatOutcome = (inspection: Partial<Inspection>, hasImages?: boolean) =>
  describeOutcome(
    { ...makeForm({ draft: { seed: SEED_FILE } }), inspection: { problems: [], ...inspection } },
    hasImages,
  );

describe('the page in one sentence, for screen readers', () => {
  test('reports the number of pages ready to import, or of towns', () => {
    expect(formatOutcome({ outcome })).toBe('9,998 of 10,000 pages ready to import.');
    expect(formatOutcome({ outcome }, true)).toBe('9,998 of 10,000 towns ready.');
  });

  test('begins with what must be fixed', () => {
    const fault = { code: 'a', severity: 'fault' as const, text: '' };
    expect(formatOutcome({ outcome, problems: [fault] })).toBe('1 problem to fix before pages can be built.');
  });

  test('is empty without input', () => {
    expect(describeOutcome(makeForm({ inspection: { problems: [] } }))).toBe('');
  });
});
