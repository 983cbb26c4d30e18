/** Two-factor sign-in of the own account: an authenticator app and recovery codes. */
import { z } from 'zod';
import { secondFactor } from './account.contract.ts';
import { defineContract } from './endpoint.ts';
import { moment } from './fields.ts';

const self = { access: 'user', rows: 'self', personal: 'two_factor' } as const;
const path = '/api/v1/account/two-factor';

export const RECOVERY_CODE_COUNT = 10;

const password = z.string('Password is required').min(1, 'Password is required').max(1024);

/** Setting up; the code is asked for if an app is replaced. */
const newApp = z.object({ password, code: secondFactor.optional() });

export const firstCode = z.object({ code: secondFactor });

/** Both factors once more. */
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
        on_since: moment.nullable(),
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
    summary: 'Makes the secret for an authenticator app. It works once a code of the app is confirmed.',
    body: newApp,
    reply: z
      .object({
        secret: z.string().describe('Base32, to be typed'),
        uri: z.string().describe('otpauth://, to be shown as a QR code'),
        expires_at: moment,
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
    summary: 'Turns two-factor sign-in on by the first code of the app. Ends all other sessions.',
    body: firstCode,
    reply: recoveryCodes,
    answers: 'message',
  },
  renewCodes: {
    ...self,
    id: 'twoFactor.renewCodes',
    method: 'POST',
    audit: ['user.update'],
    path: `${path}/recovery-codes`,
    summary: 'Makes new recovery codes; the earlier ones stop working.',
    body: bothFactors,
    reply: recoveryCodes,
    answers: 'message',
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
    answers: 'message',
  },
});
