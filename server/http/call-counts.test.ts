/** The key and limit under which each endpoint is counted; other tests check the counting itself. */
import { expect, it } from 'vitest';
import { startBareApp } from '#testkit/bare-app.ts';
import { allEndpoints } from '#contract/endpoints.ts';
import type { Caller } from '../caller.ts';

/** A server that knows one token and records what is counted; its handlers return nothing. */
function start() {
  const counted: [string, number][] = [];
  const scope = { workspaceIds: [1], readOnlyIds: [], homeId: 1 };
  const ada = {
    actor: { userId: 7 },
    scope,
    role: 'superadmin',
    sessionId: 1,
    name: 'Ada Lovelace',
  } as const;
  const { app } = startBareApp({
    routes: allEndpoints.map((endpoint) => ({ endpoint, handle: () => ({}) })),
    authenticate: async (token, visitor): Promise<Caller | undefined> =>
      token === 'a-token-of-thirty-characters-x' ? { ...visitor, ...ada } : undefined,
    countCall: (key, max) => void counted.push([key, max]),
    toNetworkKey: (ip) => `net of ${ip}`,
  });
  const call = async (method: string, path: string, token?: string) => {
    counted.length = 0;
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const url = path.replaceAll(/\{\w+\}/g, '1');
    // Reads only the headers: an event stream would never end.
    const reply = await app.inject({ method: method as 'GET', url, headers, payloadAsStream: true });
    reply.stream().destroy();
    return [...counted];
  };
  return { call };
}

it('requests below /api that reach no endpoint count as visits: API docs, their files, other methods, unknown URLs', async () => {
  const { call } = start();
  for (const [method, path] of [
    ['GET', '/api/docs/'],
    ['GET', '/api/docs/json'],
    ['GET', '/api/docs/static/swagger-ui.css'],
    ['GET', '/api/docs/static/..%2fx'],
    ['DELETE', '/api/v1/health'],
    ['GET', '/api/v1/nothing'],
    ['POST', '/api/nothing'],
  ] as const)
    expect(await call(method, path), path).toEqual([['visit:net of 127.0.0.1', 300]]);
});

it('a signed-in user has 300 calls a minute, and a separate count for some calls', async () => {
  const { call } = start();
  for (const { id, method, path, access, callsPerMinute: own } of allEndpoints) {
    if (access === 'public') continue;
    const expected = own === undefined ? ['user:7', 300] : [`${id}:7`, own];
    expect(await call(method, path, 'a-token-of-thirty-characters-x'), id).toEqual([expected]);
  }
});

it('a search also counts toward the limit of 60 searches', async () => {
  const { call } = start();
  const token = 'a-token-of-thirty-characters-x';
  const both = [
    ['user:7', 300],
    ['search:7', 60],
  ];
  expect(await call('GET', '/api/v1/projects?search=x', token)).toEqual(both);
  expect(await call('GET', '/api/v1/notifications?search=x', token)).toEqual(both);
  expect(await call('GET', '/api/v1/projects?search=', token)).toEqual([['user:7', 300]]);
  expect(await call('GET', '/api/v1/projects?search=a&search=b', token)).toEqual(both);
});

it('calls without a valid session count by network, on public endpoints and with invalid tokens', async () => {
  const { call } = start();
  for (const { id, method, path, access, callsPerMinute: own } of allEndpoints) {
    const isOwn = own !== undefined && access === 'public';
    const expected = isOwn ? [`${id}:net of 127.0.0.1`, own] : ['visit:net of 127.0.0.1', 300];
    expect(await call(method, path), id).toEqual([expected]);
    if (access === 'public') continue;
    expect(await call(method, path, 'a-token-that-is-nobodys-at-all'), id).toEqual([expected]);
  }
});
