/**
 * Fuzz test: random and hostile values in every part of every endpoint, generated from the contract, so that
 * new endpoints are covered from the start.
 */
import type { FastifyInstance } from 'fastify';
import { expect, it } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { allEndpoints } from '#contract/endpoints.ts';
import type { Database } from '#server/db/open.ts';
import { callDrafts, openDraft } from '#testkit/draft-calls.ts';
import { cases, tenfold } from '#testkit/cases.ts';
import { type Random, createRandom } from '#testkit/random.ts';
import { HOSTILE_TEXTS, OWN_HOSTILE_TEXTS } from '#testkit/hostile-texts.ts';
import { addUser, type SignedInUser } from '#testkit/users.ts';
import { saveProject, sendForm, townSeed, townsCsv, waitForRun } from '#testkit/project-calls.ts';
import { useTestApp } from '#testkit/test-app.ts';

const start = useTestApp({ web: { 'index.html': 'page' } });

const IS_DEEP = tenfold(1) > 1;
/** Calls per endpoint. */
const ROUNDS = cases(20);
const SEED = 20_261_121;
/** The users take turns, so that none of them exceeds the rate limit. */
const PEOPLE = Math.ceil(ROUNDS / 2);

const ODD_VALUES: unknown[] = [
  null,
  true,
  -1,
  0,
  1.5,
  1e300,
  2 ** 53,
  '',
  '1e1',
  '0x1',
  [],
  [1],
  {},
  { id: 1 },
  [[[]]],
  'x'.repeat(5000),
  ...HOSTILE_TEXTS,
];

interface JsonSchema {
  type?: string;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  enum?: unknown[];
  anyOf?: JsonSchema[];
}

/** A mostly valid value, with something unusual in about a third of its places. */
function makeValue(schema: JsonSchema, random: Random): unknown {
  if (random.below(3) === 0) return random.pick(ODD_VALUES);
  if (schema.enum !== undefined) return random.pick(schema.enum);
  if (schema.anyOf !== undefined) return makeValue(random.pick(schema.anyOf), random);
  switch (schema.type) {
    case 'object': {
      const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => [
        name,
        makeValue(field, random),
      ]);
      return Object.fromEntries([...fields, [random.pick(['__proto__', 'constructor', 'user_id', 'x']), 1]]);
    }
    case 'array':
      return [makeValue(schema.items ?? {}, random)];
    case 'integer':
    case 'number':
      return random.pick([1, 2, 3, 999_999]);
    default:
      return random.pick(HOSTILE_TEXTS);
  }
}

const described = new Map<z.ZodType, JsonSchema>();

function describe(schema: z.ZodType): JsonSchema {
  const known = described.get(schema) ?? (z.toJSONSchema(schema, { io: 'input' }) as JsonSchema);
  described.set(schema, known);
  return known;
}

function toFields(schema: z.ZodType | undefined, random: Random): Record<string, unknown> {
  if (schema === undefined) return {};
  const { properties = {} } = describe(schema);
  return Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [name, makeValue(field, random)]),
  );
}

const toText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** `encodeURIComponent` throws for a lone surrogate; a browser sends the replacement character. */
const encode = (value: unknown) => encodeURIComponent(toText(value).toWellFormed());

function makeAddress({ path, params, query }: Endpoint, random: Random, ownId: number): string {
  const values = toFields(params, random);
  const address = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    encode(random.below(2) === 0 ? ownId : (values[name] ?? 1)).slice(0, 200),
  );
  const pairs = Object.entries(toFields(query, random)).map(([name, value]) => `${name}=${encode(value)}`);
  const doubled = random.below(4) === 0 ? pairs : [];
  return `${address}?${[...pairs, ...doubled].join('&').slice(0, 7000)}`.replace(/%.?$/, '');
}

interface Owner extends SignedInUser {
  projectId: number;
}

async function attack(app: FastifyInstance, endpoint: Endpoint, random: Random, user: Owner) {
  const url = makeAddress(endpoint, random, user.projectId);
  const { method, body, upload } = endpoint;
  if (upload !== undefined && random.below(4) > 0) {
    const fields = Object.entries(toFields(body, random)).map(([name, value]) => [name, toText(value)]);
    return sendForm(app, user, {
      method: method as 'POST',
      url,
      fields: Object.fromEntries(fields),
      file: { name: random.pick(HOSTILE_TEXTS), bytes: Buffer.from(random.pick(HOSTILE_TEXTS)) },
    });
  }
  const payload = random.below(8) === 0 ? random.pick(ODD_VALUES) : toFields(body, random);
  const reply = await app.inject({
    method,
    url,
    headers: { ...user.headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { payload: JSON.stringify(payload) }),
    payloadAsStream: true,
  });
  if (String(reply.headers['content-type']).startsWith('text/event-stream')) reply.stream().destroy();
  else reply.stream().resume();
  return reply;
}

async function addOwner(app: FastifyInstance, database: Database): Promise<Owner> {
  const user = await addUser(database.db);
  const saved = await saveProject(app, user);
  const { project_id: projectId } = saved.json<{ data: { project_id: number } }>().data;
  await waitForRun(app, user, projectId);
  return { ...user, projectId };
}

const isForAdmins = ({ access }: Endpoint) => access === 'admin' || access === 'superadmin';

const isFault = ({ level }: Record<string, unknown>) => Number(level) >= 50;

it('never responds with a server error, whatever it receives (Q2, Q3)', async () => {
  const { app, database, log } = await start();
  const owners: Owner[] = [];
  for (let index = 0; index < PEOPLE; index += 1) owners.push(await addOwner(app, database));
  const random = createRandom(SEED);
  const statuses: Record<number, number> = {};
  const faults: string[] = [];
  const ofAdmins = allEndpoints.filter(isForAdmins);
  // Changes that administrators make to users come last.
  for (const endpoint of [...allEndpoints.filter((each) => !isForAdmins(each)), ...ofAdmins]) {
    for (let round = 0; round < ROUNDS; round += 1) {
      // Endpoints that end a session get their own user, so that the others stay signed in.
      const isAlone = endpoint.id === 'account.signOut' || isForAdmins(endpoint);
      const owner = isAlone ? undefined : owners[round % PEOPLE];
      const role = isForAdmins(endpoint) ? 'superadmin' : 'user';
      const { statusCode } = await attack(
        app,
        endpoint,
        random,
        owner ?? { ...(await addUser(database.db, { role })), projectId: 0 },
      );
      statuses[statusCode] = (statuses[statusCode] ?? 0) + 1;
      if (statusCode >= 500 && statusCode !== 503) faults.push(`${endpoint.id} #${round}: ${statusCode}`);
    }
  }
  const { headers } = await addUser(database.db, { role: 'superadmin' });
  const payload = { maintenance: false };
  const opened = await app.inject({ method: 'PUT', url: '/api/v1/settings', headers, payload });
  expect(opened.statusCode).toBe(200);
  console.log(`${ROUNDS} calls to each of ${allEndpoints.length} endpoints:`, statuses);
  expect({ faults, errors: log.filter(isFault) }).toEqual({ faults: [], errors: [] });
  // Enough calls must get past validation.
  expect(statuses[200]).toBeGreaterThan(5 * ROUNDS);
});

it('accepts or rejects each hostile text in each field while all else is valid (Q1)', async () => {
  const { app, database, log } = await start();
  const faults: string[] = [];
  const fields = { title: 'Plumber', notes: '', google_spread_sheet: '', footer_links: '' };
  let calls = 0;
  const note = (what: string, text: string, reply: { statusCode: number; body: string }) => {
    calls += 1;
    if (reply.statusCode >= 500 && reply.statusCode !== 503) {
      faults.push(`${what} ${JSON.stringify(text)}: ${reply.statusCode} ${reply.body}`);
    }
  };
  const saved = [...Object.keys(fields), 'script'];
  for (const [index, text] of OWN_HOSTILE_TEXTS.entries()) {
    const user = await addUser(database.db);
    const { headers } = user;
    const drafts = callDrafts(app, user);
    const { id } = await openDraft(drafts);
    const encoded = encodeURIComponent(text.toWellFormed());
    for (const name of Object.keys(fields)) {
      note(name, text, await drafts.keep(id, { ...fields, [name]: text }));
    }
    note('columns', text, await drafts.keep(id, { columns: { [text]: { column: text, fallback: text } } }));
    note('script', text, await drafts.paste(id, text));
    note('inspect', text, await drafts.inspect(id));
    for (const path of [
      'projects/drafts',
      `projects/drafts/${encoded}`,
      `projects?search=${encoded}`,
      `projects?state=${encoded}`,
      `notifications?search=${encoded}`,
    ]) {
      note(path, text, await app.inject({ url: `/api/v1/${path}`, headers }));
    }
    // A save starts a run, so the quick tier tests one field per text.
    for (const name of IS_DEEP ? saved : saved.slice(index % saved.length).slice(0, 1)) {
      note(
        `save ${name}`,
        text,
        await sendForm(app, user, {
          url: '/api/v1/save-xml',
          fields: { title: 'Plumber', script: townsCsv(1), type: 'wordpress', [name]: text },
          file: { name: text, bytes: townSeed() },
        }),
      );
    }
  }
  console.log(`${calls} calls with ${OWN_HOSTILE_TEXTS.length} texts`);
  expect({ faults, errors: log.filter(isFault) }).toEqual({ faults: [], errors: [] });
});

it('makes pages from any cell or reports why not, and never fails (Q1)', async () => {
  const { app, user, log } = await start();
  const cells = OWN_HOSTILE_TEXTS.map((text) => `"${text.replaceAll('"', '""')}"`);
  const rows = cells.map((cell, index) => `${cell},t-${index}\r\n${cell},${cell}\r\n`);
  const script = `geo_city,geo_url\r\n${rows.join('')}ok,ok\r\n`;
  const saved = await saveProject(app, user, { fields: { script } });
  const { report, progress } = await waitForRun(app, user, saved.json().data.project_id);
  console.log(`${cells.length * 2 + 1} rows: ${report?.pages_done} pages, ${report?.skipped} skipped`);
  expect(progress?.state).toBe('completed_with_skips');
  expect(log.filter(isFault)).toEqual([]);
});
