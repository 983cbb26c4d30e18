/** Sign-in with Google. It creates an account for a new user; an account can be connected to one Google account. */
import { z } from 'zod';
import { session } from './account.contract.ts';
import { defineContract } from './endpoint.ts';
import { storable } from './fields.ts';

const MAX_CODE_CHARACTERS = 2048;
const MAX_TOKEN_CHARACTERS = 200;
const MAX_BODY_BYTES = 16 * 1024;
/** Per IP address for visitors, per user for signed-in users. */
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

/** An unfinished sign-in with Google. */
const begun = z
  .object({
    url: z.string().describe('Page at Google, which returns to /login/google with code and state'),
    verifier: z
      .string()
      .describe('Stored by the browser and sent with code and state, so that only this browser can finish'),
  })
  .meta({ id: 'GoogleSignInBegun' });

const returned = z.object({
  code: storable(z.string().min(1).max(MAX_CODE_CHARACTERS)),
  state: token,
  verifier: token,
});

export const googlePassword = z.object({ challenge: token, password });

/** Required to connect an account. */
export const googleConnection = z.object({ password });

export const googleSignInContract = defineContract({
  begin: {
    ...visitor,
    id: 'googleSignIn.begin',
    method: 'GET',
    path,
    summary: 'Starts a sign-in with Google.',
    reply: begun,
  },
  finish: {
    ...visitor,
    id: 'googleSignIn.finish',
    method: 'POST',
    audit: ['user.create', 'user.update', 'agency.join'],
    path,
    summary:
      'Completes the sign-in with the code and state from Google. Creates an account for a new user; the first time, an account with a password returns `password_required`.',
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
    summary: 'After `password_required`: connects Google to the account with its password, and signs in.',
    body: googlePassword,
    reply: session,
    isAlwaysOpen: true,
  },
  beginConnection: {
    ...own,
    id: 'googleSignIn.beginConnection',
    method: 'POST',
    audit: { none: 'Changes nothing until the user returns from Google' },
    path: `${ownPath}/connect`,
    summary: 'Starts to connect a Google account to the caller’s account.',
    body: googleConnection,
    reply: begun,
  },
  connect: {
    ...own,
    id: 'googleSignIn.connect',
    method: 'POST',
    audit: ['user.update'],
    path: ownPath,
    summary: 'Connects the Google account with the same email address to the caller’s account.',
    body: returned,
    reply: z.object({ email: z.string() }),
    replyType: 'message',
  },
  disconnect: {
    ...own,
    id: 'googleSignIn.disconnect',
    method: 'DELETE',
    audit: ['user.update'],
    path: ownPath,
    summary: 'Disconnects Google from the caller’s account, which must have a password.',
    reply: z.object({}),
    replyType: 'message',
  },
});
