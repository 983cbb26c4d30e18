/** How many bytes of bodies may be on their way at once, for whom. */
import { EventEmitter } from 'node:events';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import { createBodyBudget } from './body-budget.ts';

const BUDGETS = {
  visitor: { ofNetwork: 100, ofAll: 250 },
  person: { ofNetwork: 300, ofAll: 700 },
  ofOnePerson: 200,
};

/** A budget whose networks are the letters before the dot. */
function open() {
  const budget = createBodyBudget({ budgets: BUDGETS, nameNetwork: (ip) => ip.split('.')[0] ?? '' });
  /** Takes bytes. @returns the code of the refusal, or what ends the answer */
  const take = (ip: string, length: number | 'unknown', userId?: number) => {
    const raw = new EventEmitter();
    const headers =
      length === 'unknown' ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(length) };
    const caller = userId === undefined ? null : { actor: { userId } };
    const request = { ip, headers, caller, raw: { socket: {} } } as unknown as FastifyRequest;
    try {
      budget.take(request, { raw } as unknown as FastifyReply, 80);
    } catch (error) {
      return (error as { code: string }).code;
    }
    return () => void raw.emit('close');
  };
  const isTaken = (result: ReturnType<typeof take>) => typeof result !== 'string';
  return { take, isTaken };
}

it('has bytes for each network of visitors, until the answer is over', () => {
  const { take, isTaken } = open();
  const first = take('a.1', 60);
  expect(take('a.2', 60)).toBe('too_many');
  expect(isTaken(take('a.2', 40))).toBe(true);
  expect(isTaken(take('b.1', 60))).toBe(true);
  if (typeof first !== 'string') first();
  expect(isTaken(take('a.2', 60))).toBe(true);
});

it('has bytes for all visitors together, and others for those who are signed in', () => {
  const { take, isTaken } = open();
  for (const network of ['a', 'b', 'c']) expect(isTaken(take(network, 80))).toBe(true);
  expect(take('d', 80)).toBe('overloaded');
  expect(isTaken(take('d', 80, 1))).toBe(true);
});

it('has bytes for one person from wherever, for the people of a network, and for all people', () => {
  const { take, isTaken } = open();
  expect([take('a', 80, 1), take('b', 80, 1)].every(isTaken)).toBe(true);
  expect(take('c', 80, 1)).toBe('too_many');
  expect([take('a', 80, 2), take('a', 80, 3)].every(isTaken)).toBe(true);
  expect(take('a', 80, 4)).toBe('too_many');
  for (const userId of [11, 12, 13, 14]) expect(isTaken(take(`n${userId}`, 80, userId))).toBe(true);
  expect(take('z', 80, 15)).toBe('overloaded');
});

it('reserves what a body of unknown length may become, and nothing where none comes', () => {
  const { take, isTaken } = open();
  expect(isTaken(take('a', 'unknown'))).toBe(true);
  expect(take('a', 21)).toBe('too_many');
  expect(isTaken(take('a', 20))).toBe(true);
  expect(isTaken(take('a', 0))).toBe(true);
  expect(take('b', 81)).toBe('too_large');
});
