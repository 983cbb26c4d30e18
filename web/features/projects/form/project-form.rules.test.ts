import { describe, expect, test } from 'vitest';
import { buildFormRules, isSheetLink, NO_VALUES, waitReason } from './project-form.rules.ts';

const check = (change: Partial<typeof NO_VALUES>, given = { hasSeed: true, hasData: true }) =>
  Object.fromEntries(
    buildFormRules(given)
      .safeParse({ ...NO_VALUES, title: 'Roofs', ...change })
      .error?.issues.map(({ path, message }) => [path[0], message]) ?? [],
  );

describe('the rules of the form', () => {
  test('tell all that is missing at once, each at its field', () => {
    expect(check({ title: ' ' }, { hasSeed: false, hasData: false })).toEqual({
      title: 'Title is required',
      file: 'Seed Page is required',
      google_spread_sheet: 'Either Google Sheet Link or Manual Spreadsheet Data is required',
    });
  });

  test('measure the title and the notes', () => {
    expect(check({ title: 'x' })).toEqual({});
    expect(check({ title: 'x'.repeat(300) })).toEqual({});
    expect(check({ title: 'x'.repeat(301) })).toEqual({ title: 'Title must be at most 300 characters' });
    expect(check({ title: '<script>alert(1)</script> 🏠 تصليح' })).toEqual({});
    expect(check({ notes: 'x'.repeat(10_001) })).toEqual({
      notes: 'Notes must be at most 10,000 characters',
    });
  });

  test('take a link for the data, if it is one', () => {
    const noData = { hasSeed: true, hasData: false };
    expect(check({ google_spread_sheet: 'https://docs.google.com/spreadsheets/d/a' }, noData)).toEqual({});
    expect(check({ google_spread_sheet: 'towns' }, noData)).toEqual({
      google_spread_sheet: 'Enter a valid URL',
    });
    expect(isSheetLink('')).toBe(false);
  });
});

describe('Save and Test', () => {
  const open = {
    isSending: false,
    isReading: false,
    uploading: undefined,
    isFetching: false,
    faults: 0,
    over: 0,
  };
  const reasons: [Partial<Parameters<typeof waitReason>[0]>, string][] = [
    [{ uploading: 'the seed page' }, 'Uploading the seed page.'],
    [{ isFetching: true }, 'Fetching the sheet.'],
    [{ isReading: true }, 'Reading the files.'],
  ];

  test('are open where only rows are skipped, and say what to fix where pages have faults', () => {
    expect(waitReason(open)).toBeUndefined();
    expect(waitReason({ ...open, faults: 1, over: 5 })).toEqual({
      kind: 'problems',
      text: 'Fix 1 problem to continue',
      isDisabling: true,
    });
  });

  test('aren’t both disabled by a plan with too few pages left', () => {
    expect(waitReason({ ...open, over: 1 })).toEqual({
      kind: 'problems',
      text: '1 page over your limit this month',
      isDisabling: true,
      isOfSave: true,
    });
  });

  test.each(reasons)('take a press meanwhile, except beside known faults: %o', (now, text) => {
    expect(waitReason({ ...open, ...now })).toEqual({ kind: 'busy', text, isDisabling: false });
    expect(waitReason({ ...open, ...now, faults: 1 })?.isDisabling).toBe(true);
  });

  test('take none while the project is being sent', () => {
    const text = 'Sending to the server.';
    const reason = waitReason({ ...open, isSending: true, isReading: true });
    expect(reason).toEqual({ kind: 'busy', text, isDisabling: true });
  });
});
