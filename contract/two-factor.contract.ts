/** Two-factor sign-in of the caller's account: an authenticator app and recovery codes. */
import { z } from 'zod';
import { secondFactor } from './account.contract.ts';
import { defineContract } from './endpoint.ts';
import { timestamp } from './fields.ts';

const self = { access: 'user', rows: 'self', personal: 'two_factor' } as const;
const path = '/api/v1/account/two-factor';

export const RECOVERY_CODE_COUNT = 10;

const password = z.string('Password is required').min(1, 'Password is required').max(1024);

/** Sets up an app; the code is required to replace an earlier one. */
const newApp = z.object({ password, code: secondFactor.optional() });

export const firstCode = z.object({ code: secondFactor });

/** Both factors, to confirm a change. */
export const bothFactors = z.object({ password, code: secondFactor });

const recoveryCodes = z
  .object({ recovery_codes: z.array(z.string()).describe('Shown once; each works once') })
  .meta({ id: 'RecoveryCodes' });

export const twoFactorContract = defineContract({
  show: {
    ...self,
    id: 'twoFactor.show',
    isOpenWithoutTwoFactor: true,
    method: 'GET',
    path,
    summary:
      'Shows whether two-factor sign-in is on, whether the server requires it, and how many recovery codes are left.',
    reply: z
      .object({
        on_since: timestamp.nullable(),
        is_required: z.boolean(),
        recovery_codes_left: z.int(),
      })
      .meta({ id: 'TwoFactor' }),
  },
  start: {
    ...self,
    id: 'twoFactor.start',
    isOpenWithoutTwoFactor: true,
    method: 'POST',
    audit: { none: 'Changes nothing until a code is confirmed' },
    path: `${path}/start`,
    summary:
      'Creates a secret for an authenticator app. It takes effect when a code from the app is confirmed.',
    body: newApp,
    reply: z
      .object({
        secret: z.string().describe('Base32, for typing'),
        uri: z.string().describe('otpauth:// URL, for a QR code'),
        expires_at: timestamp,
      })
      .meta({ id: 'NewApp' }),
  },
  confirm: {
    ...self,
    id: 'twoFactor.confirm',
    isOpenWithoutTwoFactor: true,
    method: 'POST',
    audit: ['user.update'],
    path: `${path}/confirm`,
    summary: 'Turns two-factor sign-in on with the first code from the app, and ends all other sessions.',
    body: firstCode,
    reply: recoveryCodes,
    replyType: 'message',
  },
  renewCodes: {
    ...self,
    id: 'twoFactor.renewCodes',
    method: 'POST',
    audit: ['user.update'],
    path: `${path}/recovery-codes`,
    summary: 'Creates new recovery codes; the earlier ones stop working.',
    body: bothFactors,
    reply: recoveryCodes,
    replyType: 'message',
  },
  turnOff: {
    ...self,
    id: 'twoFactor.turnOff',
    method: 'DELETE',
    audit: ['user.update'],
    path,
    summary: 'Turns two-factor sign-in off, unless the server requires it.',
    body: bothFactors,
    reply: z.object({}),
    replyType: 'message',
  },
});
