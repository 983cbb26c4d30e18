/** Google on loopback: sign-in and OAuth with PKCE and state, Search Console's sites and figures, private sheets. */
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Loopback, listenOnLoopback, NO_ICON } from '../loopback.ts';
import { readFigures } from './figures.ts';
import { describeIndexState, MAX_INSPECTIONS, MAX_INSPECTIONS_PER_MINUTE } from './index-states.ts';
import { readSheet, type PrivateSheet } from './sheets-api.ts';
import {
  createTokens,
  type GoogleUser,
  isSignIn,
  readUser,
  type TokenFaults,
  writeSignInPage,
} from './sign-in.ts';

/** Fault of API calls. */
export type GoogleTrouble = 'expired' | 'quota' | 'no-permission' | 'slow' | 'down';

/** Its base URL replaces those of Google's OAuth and Search Console. */
export interface Google extends Loopback {
  clientId: string;
  clientSecret: string;
  /** Account on the consent page. */
  account: string;
  sites: { siteUrl: string; permissionLevel: string }[];
  trouble: GoogleTrouble | undefined;
  /** Retention in days; by default 16 months. */
  keptDays: number | undefined;
  /** Delay of figures in days; by default three. */
  lagDays: number | undefined;
  /** Factors of corrected days, by day. */
  corrections: Map<string, number>;
  /** Numbers of additional queries, by day. */
  rareQueries: Map<string, number>;
  /** Number of rows that the next page repeats, as when the order of rows changes. */
  repeatedRows: number;
  /** Delays the figures of a site until the promise resolves. */
  hold: ((site: string) => Promise<void>) | undefined;
  /** True for URLs that aren't indexed; by default a fifth of them. */
  isUnindexed: ((url: string) => boolean) | undefined;
  /** Inspections by site; Google allows 2,000 a day. */
  inspections: Map<string, number>;
  /** Times of the inspections of the last minute by site; Google allows 600. */
  inspectionTimes: Map<string, number[]>;
  /** Sheets by id that only some accounts may open. */
  sheets: Map<string, PrivateSheet>;
  /** Faults in the next ID tokens. */
  faults: TokenFaults;
  /** Path and body of each API call, in order. */
  calls: string[];
  /** Revokes the consent, as users do in their Google account. */
  revokeAll(): void;
  /** Returns true if the account has given consent. */
  isConnected(): boolean;
}

interface GoogleState extends Google {
  tokens: ReturnType<typeof createTokens>;
  codes: Map<string, Consent>;
  refreshTokens: Map<string, Grant>;
  accessTokens: Map<string, Grant>;
  save(): void;
}

interface Grant {
  account: string;
  scope: string;
}

/** Result of the consent page. */
interface Consent {
  query: URLSearchParams;
  grant: Grant;
  user: GoogleUser;
}

interface GoogleOptions {
  /** 0 for a free one. */
  port?: number;
  /** File that persists tokens and sites. */
  file?: string;
}

const SLOW_MS = 3_000;
const SHEETS = '/v4/spreadsheets/';
/** Scopes by checkbox of the consent page. */
const SCOPES = { search: /\S+webmasters\S*/, sheets: /\S+spreadsheets\S*/ };
const BOXES = { search: 'View Search Console data', sheets: 'See all your Google Sheets spreadsheets' };

export async function startGoogle({ port = 0, file }: GoogleOptions = {}): Promise<Google> {
  const server = createServer((request, response) => {
    serve(state, request, response).catch(() => response.destroy());
  });
  const state: GoogleState = Object.assign(createState(file), await listenOnLoopback(server, port));
  return state;
}

function createState(file: string | undefined): Omit<GoogleState, keyof Loopback> {
  const stored = file !== undefined && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const state: Omit<GoogleState, keyof Loopback> = {
    clientId: 'simulator.apps.example',
    clientSecret: 'simulated-secret',
    account: 'ada@example.com',
    sites: stored.sites ?? [
      { siteUrl: 'sc-domain:example.com', permissionLevel: 'siteOwner' },
      { siteUrl: 'https://www.example.org/', permissionLevel: 'siteFullUser' },
    ],
    trouble: undefined,
    keptDays: undefined,
    lagDays: undefined,
    corrections: new Map(),
    rareQueries: new Map(),
    repeatedRows: 0,
    hold: undefined,
    isUnindexed: undefined,
    inspections: new Map(),
    inspectionTimes: new Map(),
    sheets: new Map(),
    faults: {},
    tokens: createTokens(),
    calls: [],
    codes: new Map(),
    refreshTokens: new Map(stored.grants),
    accessTokens: new Map(),
    save: () => {
      if (file === undefined) return;
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify({ sites: state.sites, grants: [...state.refreshTokens] }));
    },
    revokeAll: () => {
      state.refreshTokens.clear();
      state.accessTokens.clear();
      state.save();
    },
    isConnected: () => [...state.refreshTokens.values()].some(({ account }) => account === state.account),
  };
  return state;
}

async function serve(state: GoogleState, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = 'GET' } = request;
  const { pathname, searchParams } = new URL(request.url ?? '/', state.base);
  let body = '';
  for await (const chunk of request) body += String(chunk);
  if (pathname === '/o/oauth2/v2/auth')
    return handleConsent(state, { method, body, query: searchParams }, response);
  if (pathname === '/oauth2/v1/certs') return send(response, 200, state.tokens.listCertificates());
  if (pathname === '/token') return issueTokens(state, new URLSearchParams(body), response);
  if (pathname === '/revoke') {
    if (state.trouble === 'down') return send(response, 503, {});
    const token = searchParams.get('token') ?? new URLSearchParams(body).get('token') ?? '';
    const account = state.refreshTokens.get(token)?.account;
    if (account === undefined) return send(response, 400, { error: 'invalid_token' });
    // Revokes all grants of the account, whichever token is given.
    for (const [each, grant] of state.refreshTokens)
      if (grant.account === account) state.refreshTokens.delete(each);
    state.accessTokens.clear();
    state.save();
    return send(response, 200, {});
  }
  if (state.trouble === 'slow') await sleep(SLOW_MS);
  return handleApi(state, { pathname, body, token: request.headers.authorization ?? '' }, response);
}

function handleConsent(
  state: GoogleState,
  { method, body, query }: { method: string; body: string; query: URLSearchParams },
  response: ServerResponse,
): void {
  const isKnown = query.get('client_id') === state.clientId && query.get('code_challenge_method') === 'S256';
  const back = query.get('redirect_uri') ?? '';
  if (!isKnown || !URL.canParse(back)) return send(response, 400, { error: 'invalid_request' });
  if (method !== 'POST') {
    const page = isSignIn(query) ? writeSignInPage(state.account) : writeConsentPage(state, query);
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
    return;
  }
  const target = new URL(back);
  target.searchParams.set('state', query.get('state') ?? '');
  const form = new URLSearchParams(body);
  if (form.get('choice') === 'allow') {
    const code = randomUUID();
    const grant = { account: state.account, scope: readScope(state, query, form) };
    const consenting = { email: state.account, isVerified: true, firstName: '', lastName: '' };
    state.codes.set(code, { query, grant, user: isSignIn(query) ? readUser(form) : consenting });
    const sites = form
      .get('sites')
      ?.split(/\s+/)
      .filter((site) => site !== '');
    if (sites !== undefined)
      state.sites = sites.map((siteUrl) => ({ siteUrl, permissionLevel: 'siteOwner' }));
    target.searchParams.set('code', code);
  } else target.searchParams.set('error', 'access_denied');
  response.writeHead(303, { location: target.href }).end();
}

const writeConsentPage = (state: GoogleState, query: URLSearchParams): string =>
  `<!DOCTYPE html>${NO_ICON}<title>Sign in with Google (simulated)</title><h1>Geoloom wants to access your Google Account</h1>
<p>${state.account}</p><form method="post">
<p><label>Properties of this account, one per line<br><textarea name="sites" rows="6" cols="50">${state.sites
    .map(({ siteUrl }) => siteUrl.replaceAll('&', '&amp;').replaceAll('<', '&lt;'))
    .join('\n')}</textarea></label></p>
${listBoxes(query)
  .map((name) => `<p><label><input type="checkbox" name="${name}" checked> ${BOXES[name]}</label></p>`)
  .join('\n')}
<button name="choice" value="allow">Allow</button>
<button name="choice" value="deny">Cancel</button></form>`;

type Box = keyof typeof SCOPES;

function listBoxes(query: URLSearchParams): Box[] {
  const asked = query.get('scope') ?? '';
  return (Object.keys(SCOPES) as Box[]).filter((name) => SCOPES[name].test(asked));
}

/** Returns the requested scopes that are checked and, if requested, those granted before. */
function readScope(state: GoogleState, query: URLSearchParams, form: URLSearchParams): string {
  let scope = query.get('scope') ?? '';
  for (const name of listBoxes(query)) if (!form.has(name)) scope = scope.replace(SCOPES[name], '');
  if (query.get('include_granted_scopes') === 'true')
    for (const grant of state.refreshTokens.values())
      if (grant.account === state.account) scope += ` ${grant.scope}`;
  return [...new Set(scope.split(' ').filter((each) => each !== ''))].join(' ');
}

function issueTokens(state: GoogleState, given: URLSearchParams, response: ServerResponse): void {
  if (given.get('client_id') !== state.clientId || given.get('client_secret') !== state.clientSecret)
    return send(response, 401, { error: 'invalid_client' });
  const access_token = randomUUID();
  const tokens = { access_token, token_type: 'Bearer', expires_in: 3_599 };
  if (given.get('grant_type') === 'refresh_token') {
    const grant = state.refreshTokens.get(given.get('refresh_token') ?? '');
    if (grant === undefined) return send(response, 400, { error: 'invalid_grant' });
    state.accessTokens.set(access_token, grant);
    return send(response, 200, tokens);
  }
  const code = given.get('code') ?? '';
  const asked = state.codes.get(code);
  // A code can be used once.
  state.codes.delete(code);
  const challenge = createHash('sha256')
    .update(given.get('code_verifier') ?? '')
    .digest('base64url');
  const isValid =
    asked?.query.get('code_challenge') === challenge &&
    asked.query.get('redirect_uri') === given.get('redirect_uri');
  if (asked === undefined || !isValid) return send(response, 400, { error: 'invalid_grant' });
  const { query, grant, user } = asked;
  const token = { issuer: state.base, audience: state.clientId, nonce: query.get('nonce'), user };
  const id_token = state.tokens.sign(token, state.faults);
  state.accessTokens.set(access_token, grant);
  const reply = { ...tokens, scope: grant.scope, id_token };
  // Only offline access gets a refresh token.
  if (query.get('access_type') !== 'offline') return send(response, 200, reply);
  const refresh_token = randomUUID();
  state.refreshTokens.set(refresh_token, grant);
  state.save();
  send(response, 200, { ...reply, refresh_token });
}

function handleApi(
  state: GoogleState,
  { pathname, body, token }: { pathname: string; body: string; token: string },
  response: ServerResponse,
): void {
  state.calls.push(`${pathname} ${body}`);
  if (state.trouble === 'down') return sendError(response, 500, 'INTERNAL');
  const grant = state.accessTokens.get(token.replace(/^Bearer /, ''));
  if (grant === undefined || state.trouble === 'expired') return sendError(response, 401, 'UNAUTHENTICATED');
  if (state.trouble === 'quota') return sendError(response, 429, 'RESOURCE_EXHAUSTED');
  const isAllowed = (box: Box) => state.trouble !== 'no-permission' && SCOPES[box].test(grant.scope);
  if (pathname.startsWith(SHEETS)) {
    const asked = { account: grant.account, isAllowed: isAllowed('sheets') };
    const { status, body: found } = readSheet(state.sheets, pathname.slice(SHEETS.length), asked);
    return send(response, status, found);
  }
  if (pathname === '/webmasters/v3/sites') return send(response, 200, { siteEntry: state.sites });
  if (pathname === '/v1/urlInspection/index:inspect') {
    const { siteUrl: site, inspectionUrl: url } = JSON.parse(body);
    const isInside = site.startsWith('sc-domain:')
      ? `.${new URL(url).hostname}`.endsWith(`.${site.slice('sc-domain:'.length)}`)
      : url.startsWith(site);
    if (!isAllowed('search') || !isInside || !state.sites.some(({ siteUrl }) => siteUrl === site))
      return sendError(response, 403, 'PERMISSION_DENIED');
    const count = (state.inspections.get(site) ?? 0) + 1;
    if (count > MAX_INSPECTIONS || isTooFast(state, site))
      return sendError(response, 429, 'RESOURCE_EXHAUSTED');
    state.inspections.set(site, count);
    const indexStatusResult = describeIndexState(url, new Date(), state.isUnindexed?.(url));
    return send(response, 200, { inspectionResult: { indexStatusResult } });
  }
  const [, name] = /^\/webmasters\/v3\/sites\/([^/]+)\/searchAnalytics\/query$/.exec(pathname) ?? [];
  if (name === undefined) return sendError(response, 404, 'NOT_FOUND');
  const site = decodeURIComponent(name);
  if (!isAllowed('search') || !state.sites.some(({ siteUrl }) => siteUrl === site))
    return sendError(response, 403, 'PERMISSION_DENIED');
  const { startDate, endDate, dimensions = [], startRow = 0, rowLimit = 1_000 } = JSON.parse(body);
  const { keptDays, lagDays, corrections, rareQueries, repeatedRows, hold } = state;
  const rows = readFigures({
    site,
    startDate,
    endDate,
    dimensions,
    today: new Date(),
    keptDays,
    lagDays,
    corrections,
    rareQueries,
  });
  const from = Math.max(0, startRow - repeatedRows);
  const page = { rows: rows.slice(from, from + rowLimit), responseAggregationType: 'byProperty' };
  void (hold?.(site) ?? Promise.resolve()).then(() => send(response, 200, page));
}

/** Counts an inspection of a site. */
function isTooFast({ inspectionTimes }: GoogleState, site: string): boolean {
  const now = Date.now();
  const times = (inspectionTimes.get(site) ?? []).filter((at) => at > now - 60_000);
  inspectionTimes.set(site, [...times, now]);
  return times.length >= MAX_INSPECTIONS_PER_MINUTE;
}

function sendError(response: ServerResponse, code: number, status: string): void {
  send(response, code, { error: { code, status, message: status } });
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
}
