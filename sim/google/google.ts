/** Google on loopback: OAuth with PKCE and state behind a consent page, and Search Console's sites and figures. */
import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFigures } from './figures.ts';

/** What goes wrong with each call of the API. */
export type GoogleTrouble = 'expired' | 'quota' | 'no-permission';

export interface Google {
  /** Stands in for Google's addresses of OAuth and of Search Console. */
  base: string;
  clientId: string;
  clientSecret: string;
  account: string;
  sites: { siteUrl: string; permissionLevel: string }[];
  trouble: GoogleTrouble | undefined;
  /** Takes the consent back, as a person does in their Google account. */
  revokeAll(): void;
  unref(): void;
  close(): Promise<void>;
}

interface World extends Google {
  codes: Map<string, URLSearchParams>;
  refreshTokens: Set<string>;
  accessTokens: Set<string>;
}

/** @param port 0 takes a free one */
export async function startGoogle(port = 0): Promise<Google> {
  const server = createServer((request, response) => {
    serve(world, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  const world: World = {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    clientId: 'simulator.apps.example',
    clientSecret: 'simulated-secret',
    account: 'ada@example.com',
    sites: [
      { siteUrl: 'sc-domain:example.com', permissionLevel: 'siteOwner' },
      { siteUrl: 'https://www.example.org/', permissionLevel: 'siteFullUser' },
    ],
    trouble: undefined,
    codes: new Map(),
    refreshTokens: new Set(),
    accessTokens: new Set(),
    revokeAll: () => {
      world.refreshTokens.clear();
      world.accessTokens.clear();
    },
    unref: () => void server.unref(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return world;
}

async function serve(world: World, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = 'GET' } = request;
  const { pathname, searchParams } = new URL(request.url ?? '/', world.base);
  let body = '';
  for await (const chunk of request) body += String(chunk);
  if (pathname === '/o/oauth2/v2/auth')
    return consent(world, { method, body, query: searchParams }, response);
  if (pathname === '/token') return giveTokens(world, new URLSearchParams(body), response);
  if (pathname === '/revoke') {
    world.refreshTokens.delete(searchParams.get('token') ?? new URLSearchParams(body).get('token') ?? '');
    return send(response, 200, {});
  }
  return answerApi(world, { pathname, body, token: request.headers.authorization ?? '' }, response);
}

function consent(
  world: World,
  { method, body, query }: { method: string; body: string; query: URLSearchParams },
  response: ServerResponse,
): void {
  const isKnown = query.get('client_id') === world.clientId && query.get('code_challenge_method') === 'S256';
  const back = query.get('redirect_uri') ?? '';
  if (!isKnown || !URL.canParse(back)) return send(response, 400, { error: 'invalid_request' });
  if (method !== 'POST') {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(
      `<!DOCTYPE html><title>Sign in with Google (simulated)</title><h1>Geoloom wants to see your Search Console data</h1>
<p>${world.account}</p><form method="post"><button name="choice" value="allow">Allow</button>
<button name="choice" value="deny">Cancel</button></form>`,
    );
    return;
  }
  const target = new URL(back);
  target.searchParams.set('state', query.get('state') ?? '');
  if (new URLSearchParams(body).get('choice') === 'allow') {
    const code = randomUUID();
    world.codes.set(code, query);
    target.searchParams.set('code', code);
  } else target.searchParams.set('error', 'access_denied');
  response.writeHead(303, { location: target.href }).end();
}

function giveTokens(world: World, given: URLSearchParams, response: ServerResponse): void {
  if (given.get('client_id') !== world.clientId || given.get('client_secret') !== world.clientSecret)
    return send(response, 401, { error: 'invalid_client' });
  const access_token = randomUUID();
  const tokens = { access_token, token_type: 'Bearer', expires_in: 3_599 };
  if (given.get('grant_type') === 'refresh_token') {
    if (!world.refreshTokens.has(given.get('refresh_token') ?? ''))
      return send(response, 400, { error: 'invalid_grant' });
    world.accessTokens.add(access_token);
    return send(response, 200, tokens);
  }
  const code = given.get('code') ?? '';
  const asked = world.codes.get(code);
  // A code is good for one try.
  world.codes.delete(code);
  const challenge = createHash('sha256')
    .update(given.get('code_verifier') ?? '')
    .digest('base64url');
  const isRight =
    asked?.get('code_challenge') === challenge && asked.get('redirect_uri') === given.get('redirect_uri');
  if (asked === undefined || !isRight) return send(response, 400, { error: 'invalid_grant' });
  const refresh_token = randomUUID();
  world.refreshTokens.add(refresh_token);
  world.accessTokens.add(access_token);
  const claims = Buffer.from(JSON.stringify({ email: world.account })).toString('base64url');
  send(response, 200, { ...tokens, refresh_token, scope: asked.get('scope'), id_token: `e30.${claims}.` });
}

function answerApi(
  world: World,
  { pathname, body, token }: { pathname: string; body: string; token: string },
  response: ServerResponse,
): void {
  const isIn = world.accessTokens.has(token.replace(/^Bearer /, ''));
  if (!isIn || world.trouble === 'expired') return refuse(response, 401, 'UNAUTHENTICATED');
  if (world.trouble === 'quota') return refuse(response, 429, 'RESOURCE_EXHAUSTED');
  if (pathname === '/webmasters/v3/sites') return send(response, 200, { siteEntry: world.sites });
  const [, name] = /^\/webmasters\/v3\/sites\/([^/]+)\/searchAnalytics\/query$/.exec(pathname) ?? [];
  if (name === undefined) return refuse(response, 404, 'NOT_FOUND');
  const site = decodeURIComponent(name);
  if (world.trouble === 'no-permission' || !world.sites.some(({ siteUrl }) => siteUrl === site))
    return refuse(response, 403, 'PERMISSION_DENIED');
  const { startDate, endDate, dimensions = [], startRow = 0, rowLimit = 1_000 } = JSON.parse(body);
  const rows = readFigures({ site, startDate, endDate, dimensions, today: new Date() });
  send(response, 200, {
    rows: rows.slice(startRow, startRow + rowLimit),
    responseAggregationType: 'byProperty',
  });
}

function refuse(response: ServerResponse, code: number, status: string): void {
  send(response, code, { error: { code, status, message: status } });
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
}
