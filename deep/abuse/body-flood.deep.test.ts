/** Bodies of 12 MB that are expensive to parse, sent with every content type that a route might read. */
import { expect, it } from 'vitest';
import { signIn } from '#testkit/server-client.ts';
import { send, startTargetServer } from './target-server.ts';

const BYTES = 12_000_000;
const BLOCKED_MS = 50;
/** Copies of the body: the received chunks and one buffer. */
const MAX_GROWTH_MB = 100;
const COUNT = 3;

/** Each pair of brackets becomes an array. */
const EXPENSIVE = `[${'[],'.repeat(BYTES / 3)}[]]`;

function asPart(type: string): string {
  const head = `--x\r\ncontent-disposition: form-data; name="script"\r\ncontent-type: ${type}\r\n\r\n`;
  return `${head}${EXPENSIVE}\r\n--x--\r\n`;
}

const FORM = 'multipart/form-data; boundary=x';

it.each([
  ['browser reports, to a route for large JSON', 'save-test', 'application/reports+json', EXPENSIVE],
  ['JSON, to a route for large JSON', 'save-test', 'application/json', EXPENSIVE],
  ['JSON, to a route for forms', 'save-xml', 'application/json', EXPENSIVE],
  ['JSON, to sign in', 'auth/login', 'application/json', EXPENSIVE],
  ['JSON, to a route without a body', 'notifications/mark-as-read', 'application/json', EXPENSIVE],
  ['JSON, to an unknown URL', 'nothing', 'application/json', EXPENSIVE],
  ['a form part with the type of JSON', 'save-xml', FORM, asPart('application/json')],
  ['a form part with another spelling of that type', 'save-xml', FORM, asPart('Application/JSON;x=y')],
])('%s, don’t block the server', async (_title, path, type, body) => {
  const { address, port, measure } = await startTargetServer();
  const { token } = await signIn(address);
  const headers = { 'content-type': type, authorization: `Bearer ${token}` };
  const statuses: number[] = [];
  const impact = await measure(async () => {
    for (let index = 0; index < COUNT; index += 1)
      statuses.push((await send(port, { path: `/api/v1/${path}`, headers, body })).status);
  });
  console.log(path, type, statuses, impact);
  expect(impact.blockedMs).toBeLessThanOrEqual(BLOCKED_MS);
  expect(impact.growthMb).toBeLessThanOrEqual(MAX_GROWTH_MB);
});
