/** The schedule: its choice, its fields, what they mean, and platforms without dates. */
import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { ProjectForm } from './form-state.ts';
import { ScheduleSection } from './schedule-section.tsx';
import { makeForm, makeOutcome, openSection, readText } from './section-fixture.tsx';

const DAILY = '10 a day from 2026-12-01 09:00 America/Denver';

function open(schedule: string, more: Partial<Omit<ProjectForm, 'draft' | 'values'>> = {}) {
  const form = makeForm({ values: { schedule }, ...more });
  openSection(<ScheduleSection form={form} />);
  return form;
}
const radio = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const enter = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
const found = (scheduled?: NonNullable<ReturnType<typeof makeOutcome>['scheduled']>) => ({
  inspection: { problems: [], outcome: makeOutcome({ ...(scheduled && { scheduled }) }) },
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T12:00:00Z') });
});

describe('the schedule', () => {
  test('is all now at first; the other choices are written as the server reads them', () => {
    const form = open('');
    expect(radio('All now').checked).toBe(true);
    fireEvent.click(radio('As drafts'));
    expect(form.setField).toHaveBeenLastCalledWith('schedule', 'as drafts');
    fireEvent.click(radio('A number per day'));
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    expect(form.setField).toHaveBeenLastCalledWith('schedule', `10 a day from 2026-11-22 09:00 ${timeZone}`);
  });

  test('shows its fields, and changes one of them', () => {
    const form = open(DAILY);
    expect(field('Pages per day').value).toBe('10');
    expect(field('First day').value).toBe('2026-12-01');
    expect(field('Time').value).toBe('09:00');
    expect(field('Time zone').value).toBe('America/Denver');
    enter('Pages per day', '25');
    expect(form.setField).toHaveBeenLastCalledWith('schedule', DAILY.replace('10 a', '25 a'));
    enter('Time zone', 'Europe/Berlin');
    expect(form.setField).toHaveBeenLastCalledWith(
      'schedule',
      DAILY.replace('America/Denver', 'Europe/Berlin'),
    );
  });

  test.each([
    ['5 pages per day, starting Dec 3, 2026, 2:30 PM UTC', ['5', '2026-12-03', '14:30', 'UTC']],
    ['5 a day from 12/3/2026 America/New_York', ['5', '2026-12-03', '09:00', 'America/New_York']],
    ['a day from   UTC', ['', '', '', 'UTC']],
  ])('that was written as %s fills its fields', (text, values) => {
    open(text);
    expect(['Pages per day', 'First day', 'Time', 'Time zone'].map((name) => field(name).value)).toEqual(
      values,
    );
  });

  test('says how many pages it dates, and the last day in its time zone', () => {
    open(DAILY, found({ pages: 498, kept: 0, last: '2027-01-20T02:07:00Z' }));
    expect(readText('Schedule')).toContain('498 pages, the last on Jan 19, 2027.');
  });

  test('says which pages keep their dates, and that a past day isn’t a later date', () => {
    open(DAILY, found({ pages: 498, kept: 450, last: '2027-01-20T16:07:00Z' }));
    expect(readText('Schedule')).toContain('450 pages keep their dates from earlier runs.');
  });

  test('says that pages of a past day are published on import', () => {
    open(
      DAILY.replace('2026-12-01', '2026-11-20'),
      found({ pages: 2, kept: 0, last: '2026-11-20T16:07:00Z' }),
    );
    expect(readText('Schedule')).toContain(
      'The first day is in the past. Pages with past dates are published on import.',
    );
  });

  test.each([
    ['Pages per day', '1001 a day from 2026-12-01 09:00 UTC', 'Enter 1 to 1,000'],
    ['Pages per day', 'ten a day from 2026-12-01 09:00 UTC', 'Enter 1 to 1,000'],
    ['First day', '10 a day from  09:00 UTC', 'Choose a day'],
    ['Time', '10 a day from 2026-12-01  UTC', 'Choose a time'],
  ])('has an error at %s for %s', (name, text, error) => {
    open(text, {
      inspection: { problems: [{ code: 'malformed-schedule', severity: 'fault', text: 'From the server.' }] },
    });
    expect(field(name).getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText(error)).toBeTruthy();
    expect(screen.queryByText('From the server.')).toBeNull();
  });

  test('shows what the server says of a time zone that it doesn’t know', () => {
    const text = '"America/Gotham" isn’t a time zone.';
    open('10 a day from 2026-12-01 09:00 America/Gotham', {
      inspection: { problems: [{ code: 'malformed-schedule', severity: 'fault', text }] },
    });
    expect(screen.getByText(text)).toBeTruthy();
  });

  test('of a platform without dates can’t be a number a day, and says why', () => {
    open('', { type: 'hubspot' });
    expect(radio('A number per day').disabled).toBe(true);
    expect(radio('As drafts').disabled).toBe(false);
    expect(readText('Schedule')).toContain('Pages for HubSpot can’t be scheduled.');
  });

  test('that has no effect says so', () => {
    const text = 'The schedule has no effect: pages for HubSpot can’t be scheduled.';
    open(DAILY, {
      type: 'hubspot',
      inspection: { problems: [{ code: 'schedule-unsupported', severity: 'notice', text }] },
    });
    expect(radio('A number per day').disabled).toBe(false);
    expect(screen.getByText(text)).toBeTruthy();
  });
});
