import { expect, test } from 'vitest';
import {
  writeConfirmation,
  askToDelete,
  DELETE,
  isCountTyped,
  listFailures,
  reportOutcome,
} from './rows-action.rules.ts';

const project = { noun: 'project', consequence: 'with all runs and stored files' };

test('one row is named in the confirmation, several are counted', () => {
  expect(askToDelete(project, ['Roofs'])).toBe(
    'Delete “Roofs” with all runs and stored files? This cannot be undone.',
  );
  expect(askToDelete({ noun: 'tutorial' }, ['a', 'b', 'c'])).toBe(
    'Delete 3 tutorials? This cannot be undone.',
  );
});

test('an action that can be undone explains how', () => {
  const agency = { noun: 'agency', undo: 'Restore it for 30 days.' };
  expect(askToDelete(agency, ['A'])).toBe('Delete “A”? Restore it for 30 days.');
  expect(askToDelete(agency, ['A', 'B'])).toBe('Delete 2 agencies? Restore it for 30 days.');
});

test('several rows need a typed count, one does not', () => {
  expect(isCountTyped('', 1)).toBe(true);
  expect(isCountTyped('', 3)).toBe(false);
  expect(isCountTyped('2', 3)).toBe(false);
  expect(isCountTyped(' 3 ', 3)).toBe(true);
});

test('failed deletions are reported next to the others', () => {
  expect(reportOutcome({ ...project, ...DELETE }, 2, 0)).toBe('2 projects deleted.');
  expect(reportOutcome({ ...project, ...DELETE }, 1, 1)).toBe(
    '1 project deleted. Couldn’t delete 1 project.',
  );
  expect(reportOutcome({ ...project, ...DELETE }, 0, 2)).toBe('Couldn’t delete 2 projects.');
});

test('another action has its own verb and describes its effect', () => {
  const disabling = { verb: 'Disable', done: 'disabled', noun: 'user', note: 'Their sessions end.' };
  expect(writeConfirmation(disabling, ['Ada'])).toBe('Disable “Ada”? Their sessions end.');
  expect(writeConfirmation(disabling, ['Ada', 'Ben'])).toBe('Disable 2 users? Their sessions end.');
  expect(reportOutcome(disabling, 1, 1)).toBe('1 user disabled. Couldn’t disable 1 user.');
});

test('each failure has the name and the reason of its row; only the first three of many are listed', () => {
  const failures = ['Ada', 'Ben', 'Cleo', 'Dan', 'Eve'].map((name) => ({ name, reason: 'Refused.' }));
  expect(listFailures(failures.slice(0, 2))).toBe('Ada: Refused. Ben: Refused.');
  expect(listFailures(failures)).toBe('Ada: Refused. Ben: Refused. Cleo: Refused. 2 more stay selected.');
});
