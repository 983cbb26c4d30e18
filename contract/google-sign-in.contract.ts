/** Sign-in with Google: without an account it makes one, and an account can be connected to one Google account. */
import { z } from 'zod';
import { session } from './account.contract.ts';
import { defineContract } from './endpoint.ts';
import { storable } from './fields.ts';

const MAX_CODE_CHARACTERS = 2048;
const MAX_TOKEN_CHARACTERS = 200;
const MAX_BODY_BYTES = 16 * 1024;
/** Sign-ins at Google from one network, or of one user, a minute. */
const CALLS_PER_MINUTE = 20;

const visitor = { access: 'public', callsPerMinute: CALLS_PER_MINUTE, bodyBytes: MAX_BODY_BYTES } as const;
const own = {
  access: 'user',
  rows: 'self',
  personal: 'google_sign_in',
  callsPerMinute: CALLS_PER_MINUTE,
} as const;
const path = '/api/v1/auth/google';
const ownPath = '/api/v1/account/google';

const token = z.string().min(1).max(MAX_TOKEN_CHARACTERS);
const password = z.string('Password is required').min(1, 'Password is required').max(1024);

/** A sign-in at Google that has begun. */
const begun = z
  .object({
    url: z.string().describe('Page of Google, which returns to the page /login/google with code and state'),
    verifier: z
      .string()
      .describe('Kept by the browser and sent with code and state, so that no other browser can finish'),
  })
  .meta({ id: 'GoogleSignInBegun' });

const returned = z.object({
  code: storable(z.string().min(1).max(MAX_CODE_CHARACTERS)),
  state: token,
  verifier: token,
});

export const googlePassword = z.object({ challenge: token, password });

/** Connecting an account needs its password. */
export const googleConnection = z.object({ password });

export const googleSignInContract = defineContract({
  begin: {
    ...visitor,
    id: 'googleSignIn.begin',
    method: 'GET',
    path,
    summary: 'Begins a sign-in at Google.',
    reply: begun,
  },
  finish: {
    ...visitor,
    id: 'googleSignIn.finish',
    method: 'POST',
    audit: ['user.create', 'user.update', 'agency.join'],
    path,
    summary:
      'Ends the sign-in with what Google returned. Without an account it makes one; an account with a password answers `password_required` once.',
    body: returned.extend({
      invitation: token.optional().describe('Token of an invitation to the address of the Google account'),
    }),
    reply: session,
    isAlwaysOpen: true,
  },
  enterPassword: {
    ...visitor,
    id: 'googleSignIn.enterPassword',
    method: 'POST',
    audit: ['user.update'],
    path: `${path}/password`,
    summary: 'Connects Google to an account by its password, after `password_required`, and signs in.',
    body: googlePassword,
    reply: session,
    isAlwaysOpen: true,
  },
  beginConnection: {
    ...own,
    id: 'googleSignIn.beginConnection',
    method: 'POST',
    audit: { none: 'Changes nothing until Google has returned' },
    path: `${ownPath}/connect`,
    summary: 'Begins to connect a Google account to the own account.',
    body: googleConnection,
    reply: begun,
  },
  connect: {
    ...own,
    id: 'googleSignIn.connect',
    method: 'POST',
    audit: ['user.update'],
    path: ownPath,
    summary: 'Connects the Google account that has the email address of the own account.',
    body: returned,
    reply: z.object({ email: z.string() }),
    answers: 'message',
  },
  disconnect: {
    ...own,
    id: 'googleSignIn.disconnect',
    method: 'DELETE',
    audit: ['user.update'],
    path: ownPath,
    summary: 'Disconnects Google from the own account, which must have a password.',
    reply: z.object({}),
    answers: 'message',
  },
});
