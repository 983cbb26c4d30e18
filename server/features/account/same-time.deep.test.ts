/**
 * Response times don't disclose who has an account: compares 200 known and 200 unknown addresses for each call that takes
 * one. Measures CPU time, which doesn't depend on the load of the machine.
 */
import type { FastifyInstance } from 'fastify';
import { expect, it } from 'vitest';
import { createPasswordHash } from '#server/gateways/password-hash.ts';
import { addAgency, addUsers, addUser } from '#testkit/users.ts';
import { startTestApp } from '#testkit/test-app.ts';

const SAMPLES = 200;
const MAX_RATIO = 1.1;
const ATTEMPTS = 3;
/** Invitations per main admin; the daily limit is 20. */
const INVITES_EACH = 20;

let networks = 0;
let addresses = 0;

type Call = { url: string; payload: object; headers?: Record<string, string> };

async function measure(app: FastifyInstance, call: Call): Promise<number> {
  networks += 1;
  const remoteAddress = `10.${50 + (networks >> 16)}.${(networks >> 8) & 255}.${networks & 255}`;
  const before = process.cpuUsage();
  const reply = await app.inject({ method: 'POST', remoteAddress, ...call });
  const { user, system } = process.cpuUsage(before);
  expect([200, 422], reply.body).toContain(reply.statusCode);
  return user + system;
}

const findMedian = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

it('takes the same work for known and unknown addresses: sign-in, reset and invitation (A3)', async () => {
  const { app, database } = await startTestApp();
  const { db } = database;
  const passwordHash = await createPasswordHash().hash('nine orange ladders', 'test');
  const freshEmails = () =>
    Array.from({ length: SAMPLES }, () => `same-time-${(addresses += 1)}@example.com`);
  const callsOf = {
    signIn: async (email: string): Promise<Call> => ({
      url: '/api/v1/auth/login',
      payload: { email, password: 'not the right one' },
    }),
    reset: async (email: string): Promise<Call> => ({
      url: '/api/v1/account/password/email',
      payload: { email },
    }),
    invite: makeInviting(async () => {
      const leader = await addUser(db);
      await addAgency(db, [leader]);
      return leader.headers;
    }),
  };
  for (const [name, toCall] of Object.entries(callsOf)) {
    const ratios: number[] = [];
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const [known, unknown] = [freshEmails(), freshEmails()];
      await addUsers(
        db,
        known.map((email) => ({ email, passwordHash })),
      );
      const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
      for (const [index, email] of known.entries()) {
        times.known.push(await measure(app, await toCall(email)));
        times.unknown.push(await measure(app, await toCall(unknown[index] ?? '')));
      }
      const medians = [findMedian(times.known), findMedian(times.unknown)];
      ratios.push(Math.max(...medians) / Math.min(...medians));
    }
    console.log(`${name}: ${ratios.map((ratio) => ratio.toFixed(3)).join(', ')} (${SAMPLES} × ${SAMPLES})`);
    expect(ratios.filter((ratio) => ratio <= MAX_RATIO).length, name).toBeGreaterThanOrEqual(2);
  }
});

function makeInviting(addLeader: () => Promise<Record<string, string>>) {
  let sent = 0;
  let headers: Record<string, string> = {};
  return async (email: string): Promise<Call> => {
    if (sent % INVITES_EACH === 0) headers = await addLeader();
    sent += 1;
    return { url: '/api/v1/my-agency/invite', payload: { email }, headers };
  };
}
