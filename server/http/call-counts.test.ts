/** Under which name and limit each line of the table is counted; the counting itself is proven elsewhere. */
import { expect, it } from 'vitest';
import { startBareApp } from '#testkit/bare-app.ts';
import { allEndpoints } from '#contract/endpoints.ts';
import type { Caller } from '../caller.ts';

/** A server that knows one token and writes down what is counted; its handlers answer nothing. */
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
    countCall: (key, most) => void counted.push([key, most]),
    nameNetwork: (ip) => `net of ${ip}`,
  });
  const call = async (method: string, path: string, token?: string) => {
    counted.length = 0;
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const url = path.replaceAll(/\{\w+\}/g, '1');
    // Only the head: a stream of events would never end.
    const reply = await app.inject({ method: method as 'GET', url, headers, payloadAsStream: true });
    reply.stream().destroy();
    return [...counted];
  };
  return { call };
}

it('what is no endpoint below /api is a visit: the API document, its files, other methods, nothing', async () => {
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

it('a signed-in user has 300 calls a minute, and for some calls a count of their own', async () => {
  const { call } = start();
  for (const { id, method, path, access, callsPerMinute: own } of allEndpoints) {
    if (access === 'public') continue;
    const expected = own === undefined ? ['user:7', 300] : [`${id}:7`, own];
    expect(await call(method, path, 'a-token-of-thirty-characters-x'), id).toEqual([expected]);
  }
});

it('a call that looks for words counts besides as one of 60', async () => {
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

it('who is not signed in is counted by network: on open doors, and where a token opens nothing', async () => {
  const { call } = start();
  for (const { id, method, path, access, callsPerMinute: own } of allEndpoints) {
    const isOwn = own !== undefined && access === 'public';
    const expected = isOwn ? [`${id}:net of 127.0.0.1`, own] : ['visit:net of 127.0.0.1', 300];
    expect(await call(method, path), id).toEqual([expected]);
    if (access === 'public') continue;
    expect(await call(method, path, 'a-token-that-is-nobodys-at-all'), id).toEqual([expected]);
  }
});
