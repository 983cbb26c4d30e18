/** Floods of wrong passwords don't lock out users with the right one, from any address. */
import { expect, it } from 'vitest';
import { FIRST_ACCOUNT } from '#testkit/server-process.ts';
import { signInFrom, startVictim, type Victim } from './victim.ts';

/** Limit of the server's CPU time before the owner's response. */
const IN_TIME_MS = 10_000;
const OWNERS = 8;

const wrong = (index: number) => ({ email: FIRST_ACCOUNT.email, password: `wrong password ${index}` });

async function signInOwner({ port, cpuMs }: Victim, from: string) {
  const begin = cpuMs();
  const { status } = await signInFrom(port, from, FIRST_ACCOUNT);
  return { status, ms: cpuMs() - begin };
}

it('5 addresses with 10 wrong passwords each do not lock the owner out of a new address', async () => {
  const victim = await startVictim();
  const { port } = victim;
  const tries = Array.from({ length: 50 }, (_none, index) =>
    signInFrom(port, `127.0.1.${index % 5}`, wrong(index)),
  );
  const during = await signInOwner(victim, '127.0.2.1');
  const answers = await Promise.all(tries);
  const after = await signInOwner(victim, '127.0.2.2');
  const counts = Object.groupBy(answers, ({ status }) => String(status));
  console.log(
    '5 x 10',
    Object.entries(counts).map(([status, all]) => [status, all?.length]),
    [during, after].map(({ status, ms }) => [status, Math.round(ms)]),
  );
  for (const { status, ms } of [during, after]) {
    expect(status).toBe(200);
    expect(ms).toBeLessThan(IN_TIME_MS);
  }
});

it.each([
  ['one address', () => '127.0.3.1'],
  ['70 addresses', (index: number) => `127.0.3.${index + 1}`],
])('70 wrong passwords at once from %s lock out no user with the right one', async (title, from) => {
  const victim = await startVictim();
  const { port } = victim;
  const tries = Array.from({ length: 70 }, (_none, index) =>
    signInFrom(port, from(index), { email: `${index}@example.com`, password: 'wrong password' }),
  );
  const owners = Array.from({ length: OWNERS }, (_none, index) =>
    signInOwner(victim, `127.0.4.${index + 1}`),
  );
  const answers = await Promise.all(owners);
  const wrongs = Object.groupBy(await Promise.all(tries), ({ status }) => String(status));
  console.log(
    '70 at once',
    title,
    Object.entries(wrongs).map(([status, all]) => [status, all?.length]),
    answers.map(({ status, ms }) => [status, Math.round(ms)]),
  );
  for (const { status, ms } of answers) {
    expect(status).toBe(200);
    expect(ms).toBeLessThan(IN_TIME_MS);
  }
});
