/** Bodies of 12 MB that are expensive to parse, sent under every type of content that a route might read. */
import { expect, it } from 'vitest';
import { signIn } from '#testkit/server-client.ts';
import { send, startVictim } from './victim.ts';

const BYTES = 12_000_000;
const BLOCKED_MS = 50;
/** Twice the body: as it arrives and as one buffer. */
const GROWN_MB = 100;
const COUNT = 3;

/** Each pair of brackets becomes an object of its own. */
const EXPENSIVE = `[${'[],'.repeat(BYTES / 3)}[]]`;

function asPart(type: string): string {
  const head = `--x\r\ncontent-disposition: form-data; name="script"\r\ncontent-type: ${type}\r\n\r\n`;
  return `${head}${EXPENSIVE}\r\n--x--\r\n`;
}

const FORM = 'multipart/form-data; boundary=x';

it.each([
  ['reports of browsers, to a route of large JSON', 'save-test', 'application/reports+json', EXPENSIVE],
  ['JSON, to a route of large JSON', 'save-test', 'application/json', EXPENSIVE],
  ['JSON, to a route that takes a form', 'save-xml', 'application/json', EXPENSIVE],
  ['JSON, to sign in', 'auth/login', 'application/json', EXPENSIVE],
  ['JSON, to a route without a body', 'notifications/mark-as-read', 'application/json', EXPENSIVE],
  ['JSON, to an address without a route', 'nothing', 'application/json', EXPENSIVE],
  ['a part of a form that says it is JSON', 'save-xml', FORM, asPart('application/json')],
  ['a part of a form that says it is JSON in other words', 'save-xml', FORM, asPart('Application/JSON;x=y')],
])('%s, doesn’t block the server', async (_title, path, type, body) => {
  const { address, port, endure } = await startVictim();
  const { token } = await signIn(address);
  const headers = { 'content-type': type, authorization: `Bearer ${token}` };
  const statuses: number[] = [];
  const harm = await endure(async () => {
    for (let index = 0; index < COUNT; index += 1)
      statuses.push((await send(port, { path: `/api/v1/${path}`, headers, body })).status);
  });
  console.log(path, type, statuses, harm);
  expect(harm.blockedMs).toBeLessThanOrEqual(BLOCKED_MS);
  expect(harm.grownMb).toBeLessThanOrEqual(GROWN_MB);
});
