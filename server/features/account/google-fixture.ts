/** Signs a visitor in with the simulated Google. */
import type { FastifyInstance } from 'fastify';

export interface BegunSignIn {
  url: string;
  verifier: string;
}

export interface GoogleChoice {
  email: string;
  verified?: boolean;
  choice?: 'allow' | 'deny';
  last_name?: string;
}

export async function beginSignIn(app: FastifyInstance): Promise<BegunSignIn> {
  return (await app.inject('/api/v1/auth/google')).json<{ data: BegunSignIn }>().data;
}

/** Picks an account on Google's page. @returns the body that the browser sends to the server next */
export async function pickAccount(
  { url, verifier }: BegunSignIn,
  { verified = true, ...account }: GoogleChoice,
) {
  const form = { choice: 'allow', first_name: 'Grace', last_name: 'Hopper', ...account };
  const body = new URLSearchParams({ ...form, ...(verified && { verified: 'on' }) });
  const reply = await fetch(url, { method: 'POST', body, redirect: 'manual' });
  const back = new URL(reply.headers.get('location') ?? '');
  const [code, state] = ['code', 'state'].map((name) => back.searchParams.get(name) ?? '');
  return { code, state, verifier };
}
