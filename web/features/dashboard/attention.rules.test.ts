import { expect, test } from 'vitest';
import { ATTENTION_KINDS, type Attention } from '#contract/dashboard.contract.ts';
import { describeAttention, describeState } from './attention.rules.ts';

const one = (kind: Attention['kind']) => describeAttention({ kind, count: 1, name: 'Roofs', id: 7 });
const many = (kind: Attention['kind']) => describeAttention({ kind, count: 3, name: null, id: null });

test.each([
  ['split', '/projects/7', '/projects?state=waiting_for_split'],
  ['failed', '/projects/7', '/projects?state=failed'],
  ['skipped', '/projects/7', '/projects?state=completed_with_skips'],
  ['refused', '/domains/7', '/integrations'],
  ['reconnect', '/integrations', '/integrations'],
  ['unconnected', '/integrations', '/integrations'],
] as const)('%s links to the object, or to the list of several', (kind, toOne, toMany) => {
  expect(one(kind)).toMatchObject({ name: 'Roofs', to: toOne });
  expect(many(kind).to).toBe(toMany);
  expect(many(kind).before).toContain('3 ');
  expect(many(kind).name).toBeUndefined();
});

test('a missing domain and unread notifications link to the page that resolves them', () => {
  expect(describeAttention({ kind: 'no_domain', count: 0, name: null, id: null })).toEqual({
    before: 'You have no domain yet',
    to: '/domains/add-domain',
    act: 'Add domain',
  });
  expect(describeAttention({ kind: 'unread', count: 1, name: null, id: null })).toMatchObject({
    before: '1 unread notification',
    to: '/notifications',
  });
});

test('each kind has its own text', () => {
  const texts = ATTENTION_KINDS.map((kind) => many(kind).before);
  expect(new Set(texts).size).toBe(texts.length);
});

test('a user is caught up when nothing needs attention and no run is in progress', () => {
  expect(describeState(0, 0)).toBe('You’re all caught up');
  expect(describeState(0, 1)).toBe('1 run in progress');
  expect(describeState(1, 2)).toBe('1 thing needs attention');
  expect(describeState(2, 0)).toBe('2 things need attention');
});
