/** Floods of wrong passwords don't lock out users with the right one, from any address. */
import { expect, it } from 'vitest';
import { FIRST_ACCOUNT } from '#testkit/server-process.ts';
import { signInFrom, startTargetServer, type TargetServer } from './target-server.ts';

/** Limit of the server's CPU time before the owner's response. */
const MAX_OWNER_MS = 10_000;
const OWNERS = 8;

const wrong = (index: number) => ({ email: FIRST_ACCOUNT.email, password: `wrong password ${index}` });

async function signInOwner({ port, cpuMs }: TargetServer, from: string) {
  const begin = cpuMs();
  const { status } = await signInFrom(port, from, FIRST_ACCOUNT);
  return { status, ms: cpuMs() - begin };
}

it('5 addresses with 10 wrong passwords each do not lock the owner out of a new address', async () => {
  const target = await startTargetServer();
  const { port } = target;
  const tries = Array.from({ length: 50 }, (_none, index) =>
    signInFrom(port, `127.0.1.${index % 5}`, wrong(index)),
  );
  const during = await signInOwner(target, '127.0.2.1');
  const results = await Promise.all(tries);
  const after = await signInOwner(target, '127.0.2.2');
  const counts = Object.groupBy(results, ({ status }) => String(status));
  console.log(
    '5 x 10',
    Object.entries(counts).map(([status, all]) => [status, all?.length]),
    [during, after].map(({ status, ms }) => [status, Math.round(ms)]),
  );
  for (const { status, ms } of [during, after]) {
    expect(status).toBe(200);
    expect(ms).toBeLessThan(MAX_OWNER_MS);
  }
});

it.each([
  ['one address', () => '127.0.3.1'],
  ['70 addresses', (index: number) => `127.0.3.${index + 1}`],
])('70 concurrent wrong passwords from %s do not lock out users with the right one', async (title, from) => {
  const target = await startTargetServer();
  const { port } = target;
  const tries = Array.from({ length: 70 }, (_none, index) =>
    signInFrom(port, from(index), { email: `${index}@example.com`, password: 'wrong password' }),
  );
  const owners = Array.from({ length: OWNERS }, (_none, index) =>
    signInOwner(target, `127.0.4.${index + 1}`),
  );
  const results = await Promise.all(owners);
  const byStatus = Object.groupBy(await Promise.all(tries), ({ status }) => String(status));
  console.log(
    '70 at once',
    title,
    Object.entries(byStatus).map(([status, all]) => [status, all?.length]),
    results.map(({ status, ms }) => [status, Math.round(ms)]),
  );
  for (const { status, ms } of results) {
    expect(status).toBe(200);
    expect(ms).toBeLessThan(MAX_OWNER_MS);
  }
});
