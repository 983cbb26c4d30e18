import { expect, test } from 'vitest';
import type { RunListItem } from '#contract/project-shapes.ts';
import { badgeOf, findView, readStates } from './project-states.rules.ts';

const run: RunListItem = {
  id: 1,
  kind: 'save',
  state: 'running',
  is_current: false,
  pages_total: 1000,
  pages_done: 620,
  lost: 2,
  bytes: 0,
  created_at: '2026-11-21T12:00:00Z',
  started_at: null,
  finished_at: null,
};

test('a running project says how far it is', () => {
  expect(badgeOf({ last_run: run, pages: null })).toEqual({ state: 'running', detail: '62 %' });
});

test('a queued one names no percentage', () => {
  expect(badgeOf({ last_run: { ...run, state: 'queued' }, pages: null })).toEqual({ state: 'queued' });
});

test('a project without any run is a draft', () => {
  expect(badgeOf({ last_run: null, pages: null })).toEqual({ state: 'draft' });
});

test('a landed test does not make a project landed', () => {
  const last_run = { ...run, kind: 'test' as const, state: 'landed' as const };
  expect(badgeOf({ last_run, pages: null })).toEqual({ state: 'test_only' });
  expect(badgeOf({ last_run, pages: 500 })).toEqual({ state: 'landed' });
});

test('losses are told with the state', () => {
  expect(badgeOf({ last_run: { ...run, state: 'landed_with_losses' }, pages: 9998 })).toEqual({
    state: 'landed_with_losses',
    lost: 2,
  });
});

test('reads only states that exist, and finds their view in any order', () => {
  expect(readStates('failed,nonsense,waiting_for_split')).toEqual(['failed', 'waiting_for_split']);
  expect(findView(readStates('failed,waiting_for_split'))?.name).toBe('needs-you');
  expect(findView(readStates(undefined))?.name).toBe('all');
  expect(findView(readStates('failed'))).toBeUndefined();
});
