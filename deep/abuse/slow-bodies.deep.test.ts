/** Bodies that stall near their end must not use up the server's memory. */
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { FIRST_ACCOUNT } from '#testkit/server-process.ts';
import { openRequest, signInFrom, startTargetServer } from './target-server.ts';

const CONNECTIONS = 1500;
const ADDRESSES = 5;
const MAX_GROWTH_MB = 100;
const STALL_MS = 8000;
const TURNS = 3;

/** Bodies of the general size limit, and of this route's limit. */
const BODIES = [1_000_000, 16_000];

it.each(BODIES)(
  '1,500 stalled bodies of %i bytes from 5 addresses take at most 100 MB, and other users can sign in',
  async (bytes) => {
    const { port, measure } = await startTargetServer();
    const sockets: Socket[] = [];
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
    });
    const statuses: number[] = [];
    const impact = await measure(async () => {
      for (let index = 0; index < CONNECTIONS; index += 1) {
        const socket = openRequest(port, {
          from: `127.0.0.${2 + (index % ADDRESSES)}`,
          path: '/api/v1/auth/login',
          headers: { 'content-type': 'application/json' },
          length: bytes,
        });
        socket.resume();
        socket.write(`{"password":"${'a'.repeat(bytes - 100)}`);
        sockets.push(socket);
        if (index % 50 === 0) await sleep(20);
      }
      for (let turn = 0; turn < TURNS; turn += 1) {
        await sleep(STALL_MS);
        for (const socket of sockets) if (!socket.destroyed) socket.write('a');
        statuses.push((await signInFrom(port, '127.0.0.99', FIRST_ACCOUNT)).status);
      }
    });
    console.log('stalled bodies', impact, statuses, sockets.filter((socket) => !socket.closed).length);
    expect(statuses).toEqual(Array.from({ length: TURNS }, () => 200));
    expect(impact.growthMb).toBeLessThanOrEqual(MAX_GROWTH_MB);
  },
);
