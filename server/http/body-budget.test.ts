/** Memory for request bodies: its limits, and which client loses a body when it runs out. */
import { EventEmitter } from 'node:events';
import { connect } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { startBareApp } from '#testkit/bare-app.ts';
import { z } from 'zod';
import { defineContract, type Endpoint } from '#contract/endpoint.ts';
import { createRoutes } from './bind.ts';
import { createBodyBudget } from './body-budget.ts';
import { CHUNK_OVERHEAD_BYTES } from './limits.ts';

const KB = 1000;
const BUDGETS = {
  visitor: { perNetwork: 100 * KB, total: 250 * KB },
  webhook: { perNetwork: 100 * KB, total: 250 * KB },
  call: { perUser: 100 * KB, perNetwork: 200 * KB, total: 250 * KB },
  upload: { perUser: 200 * KB, perNetwork: 300 * KB, total: 700 * KB },
};

const base = {
  method: 'POST',
  path: '/api/v1/things',
  summary: 'Takes a thing.',
  access: 'public',
  reply: z.object({}),
} as const;
const { visitor, webhook, call, upload } = defineContract({
  visitor: { ...base, id: 'things.visit' },
  webhook: { ...base, id: 'things.hear', signature: 'x-signature' },
  call: { ...base, id: 'things.call', access: 'user' },
  upload: { ...base, id: 'things.upload', access: 'user', bodyBytes: 40 * 1024 * 1024 },
});

/** A budget whose network keys are the letters before the dot. */
function createBudget() {
  const budget = createBodyBudget({ budgets: BUDGETS, toNetworkKey: (ip) => ip.split('.')[0] ?? '' });
  return function begin(endpoint: Endpoint, ip: string, userId?: number) {
    const headers = { 'transfer-encoding': 'chunked' };
    const raw = Object.assign(new EventEmitter(), { headers, pause: () => raw, resume: () => raw });
    const replied = Object.assign(new EventEmitter(), { headersSent: false });
    const body = {
      refusal: undefined as string | undefined,
      /** Adds a chunk that costs this many kilobytes. */
      send: (kilobytes: number) => {
        raw.emit('data', Buffer.alloc(kilobytes * KB - CHUNK_OVERHEAD_BYTES));
        return body;
      },
      end: () => {
        raw.emit('end');
        return body;
      },
      response: () => void replied.emit('close'),
    };
    raw.on('error', ({ code }: { code: string }) => {
      body.refusal = code;
    });
    const caller = userId === undefined ? null : { actor: { userId } };
    const request = { ip, headers, caller, raw } as unknown as FastifyRequest;
    budget.open(endpoint, request, { raw: replied } as unknown as FastifyReply);
    return body;
  };
}

it('charges nothing until bytes arrive', () => {
  const begin = createBudget();
  for (let each = 0; each < 1000; each += 1) begin(visitor, `n${each % 10}`);
  expect(begin(visitor, 'n1').send(100).refusal).toBeUndefined();
});

it('charges a network of visitors until the replies are sent', () => {
  const begin = createBudget();
  const first = begin(visitor, 'a.1').send(60).end();
  expect(begin(visitor, 'a.2').send(60).refusal).toBe('too_many');
  expect(begin(visitor, 'a.2').send(40).refusal).toBeUndefined();
  expect(begin(visitor, 'b.1').send(60).refusal).toBeUndefined();
  first.response();
  expect(begin(visitor, 'a.2').send(60).refusal).toBeUndefined();
});

it('releases the bytes of a rejected body at once', () => {
  const begin = createBudget();
  expect(begin(visitor, 'a').send(60).send(60).refusal).toBe('too_many');
  expect(begin(visitor, 'a').send(100).refusal).toBeUndefined();
});

it('rejects a body of the largest network when all visitors exceed the budget', () => {
  const begin = createBudget();
  const [first, second] = [begin(visitor, 'a').send(100), begin(visitor, 'b').send(99)];
  const third = begin(visitor, 'c').send(52);
  expect([first.refusal, second.refusal, third.refusal]).toEqual(['too_many', undefined, undefined]);
  expect(begin(visitor, 'd').send(90).refusal).toBeUndefined();
});

it('rejects the new body if the largest holders are already complete', () => {
  const begin = createBudget();
  for (const network of ['a', 'b']) begin(visitor, network).send(100).end();
  expect(begin(visitor, 'c').send(60).refusal).toBe('overloaded');
});

it('keeps uploads open for others while a few accounts fill the total budget', () => {
  const begin = createBudget();
  const greedy = [1, 2, 3, 4].map((userId) => begin(upload, `n${userId}`, userId).send(175));
  const honest = begin(upload, 'z', 9).send(20).send(20).send(20);
  expect(honest.refusal).toBeUndefined();
  expect(greedy.filter(({ refusal }) => refusal === 'too_many')).toHaveLength(1);
});

it('rejects the heaviest user of a network, and a user who exceeds the user budget', () => {
  const begin = createBudget();
  expect(begin(upload, 'a', 1).send(150).send(60).refusal).toBe('too_many');
  const heavy = begin(upload, 'a', 1).send(200);
  const light = begin(upload, 'a', 2).send(90);
  expect(begin(upload, 'a', 3).send(50).refusal).toBeUndefined();
  expect([heavy.refusal, light.refusal]).toEqual(['too_many', undefined]);
});

it('has separate budgets for visitors, calls, uploads and signed webhooks', () => {
  const begin = createBudget();
  for (const network of ['a', 'b', 'c']) begin(visitor, network).send(80).end();
  expect(begin(visitor, 'd').send(80).refusal).toBe('overloaded');
  expect(begin(webhook, 'd').send(80).refusal).toBeUndefined();
  for (const userId of [1, 2, 3]) begin(call, `n${userId}`, userId).send(80).end();
  expect(begin(call, 'z', 9).send(80).refusal).toBe('overloaded');
  expect(begin(upload, 'z', 9).send(80).refusal).toBeUndefined();
});

it('rejects a body of tiny chunks, which takes far more memory than its bytes', async () => {
  const contract = defineContract({ save: { ...visitor, id: 'things.save', body: z.object({}) } });
  const { listen } = startBareApp({ routes: createRoutes(contract, { save: () => ({}) }) });
  const socket = connect(await listen(), '127.0.0.1');
  onTestFinished(() => {
    socket.destroy();
  });
  let answered = '';
  socket.setEncoding('utf8').on('data', (text) => {
    answered += text;
  });
  socket.on('error', () => undefined);
  socket.write(
    'POST /api/v1/things HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n',
  );
  socket.write(`1\r\n{\r\n${'1\r\n \r\n'.repeat(20_000)}1\r\n}\r\n0\r\n\r\n`);
  await expect.poll(() => answered).toMatch(/^HTTP\/1\.1 429 /);
});
