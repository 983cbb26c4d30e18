import { expect, test } from 'vitest';
import { findView, readStates } from './project-states.rules.ts';

test('reads only states that exist, and finds their view in any order', () => {
  expect(readStates('failed,nonsense,waiting_for_split')).toEqual(['failed', 'waiting_for_split']);
  expect(findView(readStates('failed,waiting_for_split'))?.name).toBe('needs-you');
  expect(findView(readStates(undefined))?.name).toBe('all');
  expect(findView(readStates('failed'))).toBeUndefined();
});
