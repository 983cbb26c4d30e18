/** A server with the Google simulator, and calls of a user who connects an account. */
import type { FastifyInstance } from 'fastify';
import { vi } from 'vitest';
import type { Integration } from '#contract/integrations.contract.ts';
import type { SignedInUser } from '#testkit/users.ts';
import type { useTestApp } from '#testkit/test-app.ts';
import { type Google, startGoogle } from '../../../sim/google/google.ts';

export type Reply = Awaited<ReturnType<FastifyInstance['inject']>>;

/** A shorter interval would slow down the collection. */
export const WAIT = { timeout: 60_000, interval: 50 };
const SITES = [
  { siteUrl: 'sc-domain:example.com', permissionLevel: 'siteOwner' },
  { siteUrl: 'https://www.example.org/', permissionLevel: 'siteFullUser' },
];
/** Days of the simulator; each takes four requests. */
export const KEPT_DAYS = 12;
/** For tests of what follows the collection. */
export const FEW_DAYS = 5;

/** @param use named by each test file, which marks it as one that needs a database */
export function useGoogle(use: typeof useTestApp) {
  const held: { google?: Google } = {};
  const start = use(async (onEnd) => {
    const google = await startGoogle();
    onEnd(() => google.close());
    held.google = google;
    const { clientId, clientSecret, base } = google;
    return {
      config: {
        google: { clientId, clientSecret, oauthBase: base, searchConsoleBase: base, sheetsApiBase: base },
        publicUrl: 'https://app.example',
      },
    };
  });
  return async (options?: Parameters<typeof start>[0]) => {
    const stage = await start(options);
    const { google } = held;
    if (google === undefined) throw new Error('The simulator did not start.');
    Object.assign(google, {
      trouble: undefined,
      hold: undefined,
      keptDays: KEPT_DAYS,
      account: 'ada@example.com',
      sites: [...SITES],
    });
    google.corrections.clear();
    google.rareQueries.clear();
    google.calls.length = 0;
    return { ...stage, google };
  };
}

interface Call {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  payload?: object;
}

export function send(
  app: FastifyInstance,
  { headers }: Pick<SignedInUser, 'headers'>,
  path: string,
  { method = 'GET', payload }: Call = {},
): Promise<Reply> {
  return app.inject({ method, url: `/api/v1/${path}`, headers, ...(payload && { payload }) });
}

/** Starts a consent. @returns the URL of the consent page */
export async function begin(app: FastifyInstance, user: SignedInUser): Promise<string> {
  const reply = await send(app, user, 'integrations/google/connect');
  return reply.json<{ data: { url: string } }>().data.url;
}

/** Submits the consent page. @returns the query of the redirect */
export async function consent(url: string, form: Record<string, string> = {}): Promise<URLSearchParams> {
  const body = new URLSearchParams({ choice: 'allow', search: 'on', ...form });
  const reply = await fetch(url, { method: 'POST', body, redirect: 'manual' });
  return new URL(reply.headers.get('location') ?? '').searchParams;
}

export function finish(app: FastifyInstance, user: SignedInUser, back: URLSearchParams): Promise<Reply> {
  const payload = { code: back.get('code') ?? '', state: back.get('state') ?? '' };
  return send(app, user, 'integrations/google', { method: 'POST', payload });
}

/** Connects an account from start to finish. */
export async function connect(app: FastifyInstance, user: SignedInUser): Promise<Integration> {
  const reply = await finish(app, user, await consent(await begin(app, user)));
  return reply.json<{ data: Integration }>().data;
}

export async function addDomain(app: FastifyInstance, user: SignedInUser, name: string): Promise<number> {
  const reply = await send(app, user, 'domains', { method: 'POST', payload: { name } });
  return reply.json<{ data: { id: number } }>().data.id;
}

/** Waits until a domain has this state. */
export async function waitForSource(
  app: FastifyInstance,
  user: SignedInUser,
  { name, state }: { name: string; state: string },
) {
  return vi.waitUntil(async () => {
    const { data } = (await send(app, user, 'integrations')).json<{ data: Integration[] }>();
    const domains = data.flatMap(({ properties }) => properties).flatMap((property) => property.domains);
    return domains.find((domain) => domain.name === name && domain.state === state);
  }, WAIT);
}
