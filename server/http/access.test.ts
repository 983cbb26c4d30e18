/** Every endpoint of the table is there, nothing else is, and each lets in whom it names. */
import type { FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import { allEndpoints } from '#contract/endpoints.ts';
import { startTestApp } from '#testkit/test-app.ts';
import { DOCUMENT_PATH } from './app.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY'] as const;

/** An address of this endpoint with something in its braces. */
const fill = (path: string) => path.replaceAll(/\{\w+\}/g, '1');

/** The addresses of all registered routes, read from the tree that the framework prints. */
function listRegistered(app: FastifyInstance): string[] {
  const parents: string[] = [];
  return app
    .printRoutes()
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part = '', methods] = /^([│ ]*)[├└]── (\S+)( \(.+\))?$/.exec(line) ?? [];
      const depth = indent.length / 4;
      const path = (parents[depth - 1] ?? '') + part;
      parents[depth] = path;
      return methods === undefined ? [] : [path];
    });
}

/** The types of `inject` do not know every method that the server does. */
function inject(app: FastifyInstance, method: string, url: string) {
  return app.inject({ method: method as 'GET', url });
}

describe('the routes', () => {
  it('are exactly those of the table, and the document about it', async () => {
    const { app } = startTestApp();
    await app.ready();
    const inTable = allEndpoints.map(({ path }) => path.replaceAll(/\{(\w+)\}/g, ':$1'));
    expect(listRegistered(app).toSorted()).toEqual([...new Set([...inTable, DOCUMENT_PATH])].toSorted());
    for (const { method, path } of allEndpoints) {
      expect(app.hasRoute({ method, url: path.replaceAll(/\{(\w+)\}/g, ':$1') }), path).toBe(true);
    }
  });

  it.each(allEndpoints)('$id answers a stranger only if it is public', async ({ access, method, path }) => {
    const { app } = startTestApp();
    const reply = await app.inject({ method, url: fill(path) });
    expect([401, 403, 404, 405].filter((status) => status === reply.statusCode)).toEqual(
      access === 'public' ? [] : [401],
    );
  });

  it.each(allEndpoints)('$id refuses every other method with 405', async ({ path }) => {
    const { app } = startTestApp();
    const listed = new Set(
      allEndpoints.filter((each) => each.path === path).map((each) => each.method as string),
    );
    for (const method of METHODS.filter((each) => !listed.has(each))) {
      const reply = await inject(app, method, fill(path));
      expect(reply.statusCode, method).toBe(405);
      expect(reply.headers.allow, method).toBeTruthy();
      expect(reply.json(), method).toMatchObject({ success: false, code: 'method_not_allowed' });
    }
  });

  it.each([
    '/api',
    '/api/',
    '/api/v1',
    '/api/v1/nothing',
    '/api/v2/health',
    '/api/v1/health/x',
    '/api/v1/HEALTH',
  ])('there is nothing at %s', async (url) => {
    const reply = await startTestApp({ web: { 'index.html': 'page' } }).app.inject(url);
    expect(reply.statusCode).toBe(404);
    expect(reply.json()).toMatchObject({ success: false, code: 'not_found' });
  });
});
