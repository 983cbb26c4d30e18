/**
 * Google gateway, using Google's own libraries: sign-in and consent with PKCE and state, Search Console
 * properties and figures, and private sheets. It stores nothing; the integrations service encrypts refresh
 * tokens before storing them.
 */
import { createHash } from 'node:crypto';
import type { searchconsole_v1 } from '@googleapis/searchconsole';
import type { GenerateAuthUrlOpts, OAuth2Client } from 'google-auth-library';
import { GatewayError, type GatewayErrorKind } from './gateway-error.ts';
import { readPrivateSheet } from './private-sheet.ts';
import type { SheetLink } from './sheet-link.ts';
import { type FetchedSheet, SheetError } from './sheets.ts';

export interface GoogleSettings {
  clientId: string;
  clientSecret: string;
  /** Base URLs of a simulator; Google's by default. */
  oauthBase?: string | undefined;
  searchConsoleBase?: string | undefined;
  sheetsApiBase?: string | undefined;
}

export interface GoogleProperty {
  site: string;
  permission: string;
}

export interface GoogleFigures {
  keys: string[];
  clicks: number;
  impressions: number;
  /** From 0 to 1. */
  ctr: number;
  position: number;
}

export interface ConsentResult {
  refreshToken: string;
  /** Email address. */
  account: string;
  /** Scopes that the user granted, possibly fewer than requested. */
  scope: string[];
}

/** A Google account that has signed in. */
export interface GoogleIdentity {
  /** Stable id; the email address may change. */
  subject: string;
  email: string;
  isEmailVerified: boolean;
  firstName: string;
  lastName: string;
}

export interface FigureQuery {
  site: string;
  /** First and last day, for example 2026-03-02. */
  from: string;
  to: string;
  dimension: 'date' | 'query' | 'page' | 'country' | 'device';
  signal?: AbortSignal;
}

export interface InspectionRequest {
  site: string;
  url: string;
  signal: AbortSignal;
}

/** Index state of a URL (`indexStatusResult` of the URL Inspection API). */
export interface IndexState {
  isIndexed: boolean;
  /** In English, such as "Crawled - currently not indexed". */
  coverage: string;
  googleCanonical: string | null;
  /** Null if Google never crawled the page. */
  lastCrawledAt: Date | null;
}

export type GoogleGateway = ReturnType<typeof createGoogleGateway>;

/** Access that is requested only when needed. */
export type AccessKind = 'search' | 'sheets';
const SCOPES: Readonly<Record<AccessKind, string>> = {
  search: 'https://www.googleapis.com/auth/webmasters.readonly',
  sheets: 'https://www.googleapis.com/auth/spreadsheets.readonly',
};
const TIMEOUT_MS = 30_000;
const MAX_CLIENTS = 200;
/** Google's maximum per response and per day. */
const PAGE_ROWS = 25_000;
const MAX_ROWS = 50_000;

/**
 * Creates the gateway.
 * @param settings trusted configuration; its URLs aren't checked
 */
export function createGoogleGateway(settings: GoogleSettings) {
  const { open, forget } = createClients(settings);
  let certified: Promise<OAuth2Client> | undefined;
  /** A single client, which caches Google's certificates while they are valid. */
  const openCertified = () => (certified ??= openClient(settings));
  return {
    /** True if a simulator replaces Google. */
    isSimulated: settings.oauthBase !== undefined,
    mayRead: (wanted: AccessKind, scope: readonly string[]) => scope.includes(SCOPES[wanted]),
    /** @returns the URL of the consent page, and the verifier for the exchange of the code */
    async startConsent(redirectUri: string, state: string, wanted: AccessKind = 'search') {
      return buildUrl(await openClient(settings, redirectUri), {
        access_type: 'offline',
        prompt: 'consent',
        scope: ['openid', 'email', SCOPES[wanted]],
        // The new token includes scopes granted before.
        include_granted_scopes: true,
        state,
      });
    },
    /**
     * @throws GatewayError `unauthorized` for a code that was already used, has expired or belongs to another
     * consent
     */
    exchangeCode: (code: string, verifier: string, redirectUri: string): Promise<ConsentResult> =>
      ask(async () => {
        const client = await openClient(settings, redirectUri);
        const { tokens } = await client.getToken({ code, codeVerifier: verifier });
        const { refresh_token: refreshToken, id_token: idToken, scope } = tokens;
        if (!refreshToken) throw new Error('Google didn’t return a refresh token.');
        return { refreshToken, account: readEmail(idToken ?? ''), scope: (scope ?? '').split(' ') };
      }),
    /** @returns the URL where the user picks a Google account, and the verifier for the exchange of the code */
    async startSignIn(redirectUri: string, state: string) {
      const scope = ['openid', 'email', 'profile'];
      return buildUrl(await openClient(settings, redirectUri), { prompt: 'select_account', scope, state });
    },
    /** @throws GatewayError `unauthorized` for a code that was already used, has expired or belongs to another sign-in */
    finishSignIn: (code: string, verifier: string, redirectUri: string): Promise<GoogleIdentity> =>
      ask(async () => {
        const client = await openClient(settings, redirectUri);
        const { tokens } = await client.getToken({ code, codeVerifier: verifier });
        return readIdentity(await openCertified(), settings.clientId, {
          idToken: tokens.id_token ?? '',
          verifier,
        });
      }, SIGN_IN_TEXTS),
    revoke: (refreshToken: string) =>
      ask(async () => {
        forget(refreshToken);
        await (await openClient(settings)).revokeToken(refreshToken);
      }),
    listProperties: (refreshToken: string): Promise<GoogleProperty[]> =>
      ask(async () => {
        const { data } = await (await open(refreshToken)).sites.list();
        return (data.siteEntry ?? []).map(({ siteUrl, permissionLevel }) => ({
          site: siteUrl ?? '',
          permission: permissionLevel ?? '',
        }));
      }),
    /** @throws GatewayError `unauthorized` if Google no longer accepts the token */
    checkToken: (refreshToken: string) =>
      ask(async () => void (await (await openToken(settings, refreshToken)).getAccessToken())),
    /** Sends an invalid token. @throws GatewayError unless Google accepts the client id and secret */
    async checkClient(): Promise<void> {
      try {
        await (await openToken(settings, 'none')).getAccessToken();
      } catch (error) {
        const { response } = error as { response?: GoogleErrorResponse };
        // Google accepted the client and rejected the token.
        if (response?.data?.error === 'invalid_grant') return;
        const isRefused = response !== undefined && (response.status ?? 0) < 500;
        throw new GatewayError(
          isRefused ? 'Google doesn’t accept GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.' : TEXTS.down,
          { service: 'google', kind: isRefused ? 'unauthorized' : 'down', cause: error },
        );
      }
    },
    /** @throws SheetError for problems with the sheet */
    readSheet: (refreshToken: string, link: SheetLink, signal: AbortSignal): Promise<FetchedSheet> =>
      ask(async () => {
        const { sheetsApiBase: base } = settings;
        return readPrivateSheet({ client: await openToken(settings, refreshToken), base, signal }, link);
      }),
    /** Reads all pages; each row appears once. */
    readFigures: (refreshToken: string, query: FigureQuery): Promise<GoogleFigures[]> =>
      ask(async () => readPages(await open(refreshToken), query)),
    /** Google allows 2,000 a day and 600 a minute per property. @throws GatewayError `limited` above that */
    inspectUrl: (refreshToken: string, request: InspectionRequest): Promise<IndexState> =>
      ask(async () => inspectUrl(await open(refreshToken), request)),
  };
}

/** Creates one client per refresh token. */
function createClients(settings: GoogleSettings) {
  const { searchConsoleBase: rootUrl } = settings;
  // Clients cache their access token, which is valid for an hour.
  const clients = new Map<string, searchconsole_v1.Searchconsole>();
  const open = async (refreshToken: string) => {
    const known = clients.get(refreshToken);
    if (known !== undefined) return known;
    const { searchconsole } = await import('@googleapis/searchconsole');
    const auth = await openToken(settings, refreshToken);
    const client = searchconsole({
      version: 'v1',
      auth,
      timeout: TIMEOUT_MS,
      ...(rootUrl === undefined ? {} : { rootUrl: `${rootUrl}/` }),
    });
    if (clients.size >= MAX_CLIENTS) clients.clear();
    clients.set(refreshToken, client);
    return client;
  };
  return { open, forget: (refreshToken: string) => void clients.delete(refreshToken) };
}

async function readPages(
  client: searchconsole_v1.Searchconsole,
  { site, from, to, dimension, signal }: FigureQuery,
): Promise<GoogleFigures[]> {
  // Rows may move between pages while Google is still counting a day, so they are deduplicated.
  const rows = new Map<string, GoogleFigures>();
  for (let startRow = 0; startRow < MAX_ROWS; startRow += PAGE_ROWS) {
    const { data } = await client.searchanalytics.query(
      {
        siteUrl: site,
        requestBody: {
          startDate: from,
          endDate: to,
          dimensions: [dimension],
          rowLimit: PAGE_ROWS,
          startRow,
        },
      },
      signal === undefined ? {} : { signal },
    );
    const page = data.rows ?? [];
    for (const row of page.map(describeRow)) rows.set(row.keys.join('\n'), row);
    if (page.length < PAGE_ROWS) break;
  }
  return [...rows.values()];
}

async function inspectUrl(
  client: searchconsole_v1.Searchconsole,
  { site, url, signal }: InspectionRequest,
): Promise<IndexState> {
  const requestBody = { siteUrl: site, inspectionUrl: url, languageCode: 'en-US' };
  const { data } = await client.urlInspection.index.inspect({ requestBody }, { signal });
  const { verdict, coverageState, googleCanonical, lastCrawlTime } =
    data.inspectionResult?.indexStatusResult ?? {};
  return {
    isIndexed: verdict === 'PASS',
    coverage: coverageState ?? '',
    googleCanonical: googleCanonical ?? null,
    lastCrawledAt: lastCrawlTime ? new Date(lastCrawlTime) : null,
  };
}

/** Loads the library on first use instead of at startup. */
async function openClient(
  { clientId, clientSecret, oauthBase }: GoogleSettings,
  redirectUri?: string,
): Promise<OAuth2Client> {
  const { OAuth2Client } = await import('google-auth-library');
  const endpoints = {
    oauth2AuthBaseUrl: `${oauthBase}/o/oauth2/v2/auth`,
    oauth2TokenUrl: `${oauthBase}/token`,
    oauth2RevokeUrl: `${oauthBase}/revoke`,
    oauth2FederatedSignonPemCertsUrl: `${oauthBase}/oauth2/v1/certs`,
  };
  return new OAuth2Client({
    clientId,
    clientSecret,
    ...(redirectUri === undefined ? {} : { redirectUri }),
    ...(oauthBase === undefined ? {} : { endpoints, issuers: [oauthBase] }),
  });
}

/**
 * Adds PKCE and a nonce derived from the verifier, which binds the ID token to the browser with the verifier.
 */
async function buildUrl(client: OAuth2Client, options: GenerateAuthUrlOpts) {
  const { CodeChallengeMethod } = await import('google-auth-library');
  const { codeVerifier, codeChallenge } = await client.generateCodeVerifierAsync();
  if (codeChallenge === undefined) throw new Error('The library returned no code challenge.');
  const url = client.generateAuthUrl({
    ...options,
    nonce: toNonce(codeVerifier),
    code_challenge: codeChallenge,
    code_challenge_method: CodeChallengeMethod.S256,
  });
  return { url, verifier: codeVerifier };
}

const toNonce = (verifier: string) => createHash('sha256').update(`nonce ${verifier}`).digest('base64url');

/** Checks signature, issuer, audience, expiry and nonce (OpenID Connect Core, 3.1.3.7). */
async function readIdentity(
  client: OAuth2Client,
  audience: string,
  { idToken, verifier }: { idToken: string; verifier: string },
): Promise<GoogleIdentity> {
  const { certs } = await client.getFederatedSignonCertsAsync();
  const payload = await client
    .verifySignedJwtWithCertsAsync(idToken, certs, audience, client.issuers)
    .then((ticket) => ticket.getPayload())
    .catch(rejectToken);
  const { sub, email, email_verified: isVerified, nonce, given_name, family_name } = payload ?? {};
  if (sub === undefined || email === undefined || nonce !== toNonce(verifier)) return rejectToken();
  return {
    subject: sub,
    email,
    isEmailVerified: isVerified === true,
    firstName: given_name ?? '',
    lastName: family_name ?? '',
  };
}

function rejectToken(error?: unknown): never {
  // The rest of the library's message quotes the token.
  const [reason] =
    error instanceof Error ? error.message.split(':') : ['The token has no subject, email or nonce'];
  const cause = new Error(reason);
  throw new GatewayError(SIGN_IN_TEXTS.rejected, { service: 'google', kind: 'rejected', cause });
}

async function openToken(settings: GoogleSettings, refreshToken: string): Promise<OAuth2Client> {
  const client = await openClient(settings);
  client.setCredentials({ refresh_token: refreshToken });
  return client;
}

/**
 * The token comes directly from Google over TLS, so its signature needn't be checked (OpenID Connect Core,
 * 3.1.3.7).
 */
function readEmail(idToken: string): string {
  const [, claims = ''] = idToken.split('.');
  const { email }: { email?: unknown } = JSON.parse(Buffer.from(claims, 'base64url').toString() || '{}');
  return typeof email === 'string' ? email : '';
}

function describeRow(row: searchconsole_v1.Schema$ApiDataRow): GoogleFigures {
  const { keys, clicks, impressions, ctr, position } = row;
  return {
    keys: keys ?? [],
    clicks: clicks ?? 0,
    impressions: impressions ?? 0,
    ctr: ctr ?? 0,
    position: position ?? 0,
  };
}

async function ask<T>(call: () => Promise<T>, texts: Texts = TEXTS): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof SheetError || error instanceof GatewayError) throw error;
    const { response } = (error ?? {}) as { response?: GoogleErrorResponse };
    const kind = toKind(response);
    throw new GatewayError(texts[kind], { service: 'google', kind, cause: error });
  }
}

interface GoogleErrorResponse {
  status?: number;
  data?: { error?: string | { status?: string; errors?: { reason?: string }[] } };
}

const QUOTA_REASONS = /^(quotaExceeded|dailyLimitExceeded|(userR|r)ateLimitExceeded)$/;

/**
 * The token endpoint returns `invalid_grant` for a revoked token (RFC 6749, 5.2); the API returns 403 for an
 * exhausted quota.
 */
function toKind(response: GoogleErrorResponse | undefined): 'unauthorized' | 'limited' | 'rejected' | 'down' {
  const { status, data: { error } = {} } = response ?? {};
  const reasons = typeof error === 'object' ? (error.errors ?? []).map(({ reason = '' }) => reason) : [];
  if (status === 401 || error === 'invalid_grant') return 'unauthorized';
  if (status === 429 || reasons.some((reason) => QUOTA_REASONS.test(reason))) return 'limited';
  return status !== undefined && status < 500 ? 'rejected' : 'down';
}

const TEXTS = {
  unauthorized: 'Google no longer accepts this connection. Connect Google again.',
  limited: 'The Search Console quota is used up. Try again later.',
  rejected: 'This Google account doesn’t have access to this property. Choose another property.',
  down: 'Google isn’t responding. Try again in a moment.',
} satisfies Partial<Record<GatewayErrorKind, string>>;

type Texts = Readonly<Record<keyof typeof TEXTS, string>>;

const SIGN_IN_TEXTS: Texts = {
  ...TEXTS,
  limited: TEXTS.down,
  rejected:
    'Google refused this sign-in, or its answer can’t be verified. Try again, or sign in with your password.',
};
