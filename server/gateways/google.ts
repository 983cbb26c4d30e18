/**
 * Google, through its own libraries: consent with PKCE and state, and Search Console's properties and figures. A refresh
 * token leaves this file only for the store, which keeps it encrypted.
 */
import { type searchconsole_v1, searchconsole } from '@googleapis/searchconsole';
import { CodeChallengeMethod, OAuth2Client } from 'google-auth-library';
import { GatewayError, type GatewayErrorKind } from './gateway-error.ts';

export interface GoogleSettings {
  clientId: string;
  clientSecret: string;
  /** Where another server stands in for Google's; its own addresses without them. */
  oauthBase?: string;
  searchConsoleBase?: string;
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

export interface FigureWish {
  site: string;
  /** First and last day, as 2026-03-02. */
  from: string;
  to: string;
  dimension: 'date' | 'query' | 'page' | 'country' | 'device';
}

export type GoogleGateway = ReturnType<typeof createGoogleGateway>;

const SCOPES = ['openid', 'email', 'https://www.googleapis.com/auth/webmasters.readonly'];
const TIMEOUT_MS = 10_000;
const ROWS_MOST = 1_000;

/** @param settings as configured: the addresses are taken as they are */
export function createGoogleGateway(settings: GoogleSettings) {
  const { searchConsoleBase: rootUrl } = settings;
  const open = (refreshToken: string) => {
    const auth = openClient(settings);
    auth.setCredentials({ refresh_token: refreshToken });
    return searchconsole({
      version: 'v1',
      auth,
      timeout: TIMEOUT_MS,
      ...(rootUrl === undefined ? {} : { rootUrl: `${rootUrl}/` }),
    });
  };
  return {
    /** @returns where the person consents, and the verifier that the exchange of the code needs */
    async startConsent(redirectUri: string, state: string): Promise<{ url: string; verifier: string }> {
      const client = openClient(settings, redirectUri);
      const { codeVerifier, codeChallenge } = await client.generateCodeVerifierAsync();
      if (codeChallenge === undefined) throw new Error('The library made no code challenge.');
      const url = client.generateAuthUrl({
        access_type: 'offline',
        prompt: 'consent',
        scope: SCOPES,
        state,
        code_challenge: codeChallenge,
        code_challenge_method: CodeChallengeMethod.S256,
      });
      return { url, verifier: codeVerifier };
    },
    /** @throws GatewayError `unauthorised` for a code that was used, has expired, or is of another consent */
    exchangeCode: (code: string, verifier: string, redirectUri: string) =>
      ask(async () => {
        const { tokens } = await openClient(settings, redirectUri).getToken({ code, codeVerifier: verifier });
        return { refreshToken: tokens.refresh_token ?? '', account: readEmail(tokens.id_token ?? '') };
      }),
    revoke: (refreshToken: string) =>
      ask(async () => void (await openClient(settings).revokeToken(refreshToken))),
    listProperties: (refreshToken: string): Promise<GoogleProperty[]> =>
      ask(async () => {
        const { data } = await open(refreshToken).sites.list();
        return (data.siteEntry ?? []).map(({ siteUrl, permissionLevel }) => ({
          site: siteUrl ?? '',
          permission: permissionLevel ?? '',
        }));
      }),
    readFigures: (
      refreshToken: string,
      { site, from, to, dimension }: FigureWish,
    ): Promise<GoogleFigures[]> =>
      ask(async () => {
        const { data } = await open(refreshToken).searchanalytics.query({
          siteUrl: site,
          requestBody: { startDate: from, endDate: to, dimensions: [dimension], rowLimit: ROWS_MOST },
        });
        return (data.rows ?? []).map(describeRow);
      }),
  };
}

function openClient(
  { clientId, clientSecret, oauthBase }: GoogleSettings,
  redirectUri?: string,
): OAuth2Client {
  const endpoints = {
    oauth2AuthBaseUrl: `${oauthBase}/o/oauth2/v2/auth`,
    oauth2TokenUrl: `${oauthBase}/token`,
    oauth2RevokeUrl: `${oauthBase}/revoke`,
  };
  return new OAuth2Client({
    clientId,
    clientSecret,
    ...(redirectUri === undefined ? {} : { redirectUri }),
    ...(oauthBase === undefined ? {} : { endpoints }),
  });
}

/** The token comes from Google itself over TLS, so its signature adds nothing (OpenID Connect Core, 3.1.3.7). */
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

async function ask<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const { response } = (error ?? {}) as { response?: { status?: number } };
    const kind = toKind(response?.status);
    throw new GatewayError(TEXTS[kind], { service: 'google', kind, cause: error });
  }
}

/** 400 is how the token endpoint says `invalid_grant` (RFC 6749, 5.2). */
function toKind(status: number | undefined): 'unauthorised' | 'limited' | 'rejected' | 'down' {
  if (status === 400 || status === 401) return 'unauthorised';
  if (status === 429) return 'limited';
  return status !== undefined && status < 500 ? 'rejected' : 'down';
}

const TEXTS = {
  unauthorised: 'Google does not accept this connection any more. Connect Google again.',
  limited: 'The quota of Search Console is used up. Try again later.',
  rejected: 'This Google account may not read this property. Choose another property.',
  down: 'Google did not answer. Try again in a moment.',
} satisfies Partial<Record<GatewayErrorKind, string>>;
