import { expect, test } from 'vitest';
import { findHeldForm, forgetHeldForm, holdForm } from './form-memory.ts';

const form = { why: 'session', values: { notes: 'Typed' } } as const;

test('gives a form back to the same person and the same project only', () => {
  holdForm({ owner: 1, projectId: 7, form });
  expect(findHeldForm({ owner: 2, projectId: 7 })).toBeUndefined();
  expect(findHeldForm({ owner: 1, projectId: undefined })).toBeUndefined();
  expect(findHeldForm({ owner: 1, projectId: 7 })).toBe(form);
  // A page may be made twice before it is shown.
  expect(findHeldForm({ owner: 1, projectId: 7 })).toBe(form);
  forgetHeldForm();
  expect(findHeldForm({ owner: 1, projectId: 7 })).toBeUndefined();
});
