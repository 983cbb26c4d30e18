/** The first account, sign-up, sign-in, sign-out and the current session. */
import { z } from 'zod';
import { billingState, nextInvoice } from './billing-shapes.ts';
import { defineContract } from './endpoint.ts';
import { email, timestamp, newPassword, nameField } from './fields.ts';

export const ROLES = ['user', 'admin', 'superadmin'] as const;

export const role = z.enum(ROLES);
export type Role = z.output<typeof role>;

/** Session data for the browser. */
export const session = z
  .object({
    id: z.int(),
    access_token: z.string(),
    role,
    name: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    email: z.string(),
    avatar: z.string(),
    impersonator: z.string().optional().describe('Name of the superadmin who is signed in as this user'),
  })
  .meta({
    id: 'Session',
    examples: [
      {
        id: 7,
        access_token: 'geoloom_4pW…',
        role: 'user',
        name: 'Ada Lovelace',
        first_name: 'Ada',
        last_name: 'Lovelace',
        email: 'ada@example.com',
        avatar: '/avatar.svg',
      },
    ],
  });

/** A new password and its confirmation, validated by browser and server. */
const passwordTwice = {
  password: newPassword,
  password_confirmation: z.string('Confirm Password is required').min(1, 'Confirm Password is required'),
};

const MISMATCH = { path: ['password_confirmation'], message: 'Passwords must match' };

const areEqual = (form: { password: string; password_confirmation: string }) =>
  form.password === form.password_confirmation;

const identityFields = { first_name: nameField('First name'), last_name: nameField('Last name'), email };

/** Token of an emailed link. */
const mailedToken = z
  .string('The link is incomplete. Open it again from the email.')
  .min(1, 'The link is incomplete. Open it again from the email.')
  .max(200);

export const registration = z
  .object({
    ...identityFields,
    ...passwordTwice,
    invitation: mailedToken
      .optional()
      .describe(
        'Token of an invitation to this address: it confirms the address, and the new account joins the agency',
      ),
  })
  .refine(areEqual, MISMATCH);

const resetRequest = z.object({ email });

const passwordReset = z.object({ ...passwordTwice, email, token: mailedToken }).refine(areEqual, MISMATCH);

export const passwordChange = z
  .object({
    current_password: z
      .string('Current Password is required')
      .min(1, 'Current Password is required')
      .max(1024),
    ...passwordTwice,
  })
  .refine(areEqual, MISMATCH);

/** Names and email address of the caller's account. */
export const personalInfo = z.object({
  ...identityFields,
  email: email.optional().describe('A new address takes effect once the link sent to it is opened'),
  current_password: z.string().max(1024).optional().describe('Required with a new email address'),
});

/** New address that isn't confirmed yet. */
export const pendingEmail = z
  .object({ email: z.string(), expires_at: timestamp })
  .meta({ id: 'PendingEmail' })
  .nullable();

export const credentials = z.object({
  email: z.string('Email is required').trim().min(1, 'Email is required').max(254),
  password: z.string('Password is required').min(1, 'Password is required').max(1024),
});

const CODE_MISSING = 'Code is required';

/** A code from the app or a recovery code. Spaces, hyphens and case are ignored. */
export const secondFactor = z
  .string(CODE_MISSING)
  .transform((text) => text.replaceAll(/[\s-]/g, '').toLowerCase())
  .pipe(z.string().min(1, CODE_MISSING).max(64));

/** Second step of a sign-in. */
export const secondStep = z.object({ challenge: z.string().min(1).max(200), code: secondFactor });

export const firstAccount = z.object({
  ...identityFields,
  password: newPassword,
  token: z.string().min(1, 'The setup link is incomplete. Copy the whole link that the server printed.'),
  sample_data: z.boolean().default(false),
});

/** The user's agency. */
export const ownAgency = z
  .object({
    id: z.int(),
    name: z.string(),
    status: z.enum(['active', 'not_active']),
    is_main_admin: z.boolean(),
  })
  .meta({ id: 'OwnAgency' });

/** Shown to the members of an agency on every screen. */
export const agencyNotice = z
  .object({
    id: z.int(),
    name: z.string(),
    status: z.enum(['not_active', 'deleted']),
    since: timestamp,
    restorable_until: timestamp.nullable().describe('Set for a deleted agency'),
    is_main_admin: z.boolean(),
  })
  .meta({ id: 'AgencyNotice' });
export type AgencyNotice = z.output<typeof agencyNotice>;

/** Limits of public forms, which need no account. */
const VISITOR_BODY_BYTES = 16 * 1024;

export const accountContract = defineContract({
  setupState: {
    id: 'account.setupState',
    method: 'GET',
    path: '/api/v1/setup',
    access: 'public',
    summary: 'Shows whether the first account exists, and what the sign-in page offers.',
    reply: z
      .object({
        needed: z.boolean(),
        maintenance: z.boolean(),
        google: z.boolean().describe('Sign-in with Google is set up on this server'),
        mail: z.boolean().describe('This server can send email'),
      })
      .meta({ id: 'SetupState' }),
  },
  setUp: {
    id: 'account.setUp',
    method: 'POST',
    audit: ['user.create'],
    path: '/api/v1/setup',
    access: 'public',
    summary: 'Creates the first account, a superadmin, with the one-time link that the server printed.',
    body: firstAccount,
    bodyBytes: VISITOR_BODY_BYTES,
    reply: session,
    status: 201,
  },
  register: {
    id: 'account.register',
    method: 'POST',
    audit: ['user.create', 'agency.join'],
    path: '/api/v1/auth/register',
    access: 'public',
    summary: 'Creates an account and signs it in.',
    body: registration,
    bodyBytes: VISITOR_BODY_BYTES,
    reply: session,
    status: 201,
  },
  signIn: {
    id: 'account.signIn',
    method: 'POST',
    audit: { none: 'Recorded in the security log and the sessions of the account' },
    path: '/api/v1/auth/login',
    access: 'public',
    summary: 'Signs in and returns a bearer token.',
    body: credentials,
    bodyBytes: VISITOR_BODY_BYTES,
    reply: session,
    isAlwaysOpen: true,
  },
  signInTwoFactor: {
    id: 'account.signInTwoFactor',
    method: 'POST',
    audit: ['user.update'],
    path: '/api/v1/auth/login/two-factor',
    access: 'public',
    summary:
      'Completes a sign-in that returned `two_factor_required`, with a code from the app or a recovery code.',
    body: secondStep,
    bodyBytes: VISITOR_BODY_BYTES,
    reply: session,
    isAlwaysOpen: true,
  },
  signOut: {
    id: 'account.signOut',
    method: 'POST',
    audit: { none: 'Recorded in the security log and the sessions of the account' },
    path: '/api/v1/auth/logout',
    access: 'user',
    rows: 'self',
    summary: 'Ends the session of the token in the request.',
    reply: z.object({}),
    isAlwaysOpen: true,
    isOpenWithoutTwoFactor: true,
    headers: { 'clear-site-data': '"cache", "storage"' },
  },
  show: {
    id: 'account.show',
    method: 'GET',
    path: '/api/v1/account',
    access: 'user',
    rows: 'self',
    summary: 'Shows the caller’s account.',
    reply: z
      .object({
        first_name: z.string(),
        last_name: z.string(),
        email: z.string(),
        avatar: z.string(),
        is_email_verified: z.boolean(),
        has_password: z.boolean(),
        google_account: z.string().nullable().describe('Email address of the connected Google account'),
        pending_email: pendingEmail,
        created_at: timestamp,
      })
      .meta({ id: 'Account' }),
  },
  userData: {
    id: 'account.userData',
    method: 'GET',
    path: '/api/v1/account/user-data',
    access: 'user',
    rows: 'self',
    isOpenWithoutTwoFactor: true,
    summary: 'Returns the signed-in user with their agency, plan and number of unread notifications.',
    reply: z
      .object({
        id: z.int(),
        role,
        name: z.string(),
        avatar: z.string(),
        is_email_verified: z.boolean(),
        must_set_up_two_factor: z
          .boolean()
          .describe(
            'The server requires two-factor sign-in of this superadmin; all other calls are refused until it is on',
          ),
        impersonation: z
          .object({
            by: z.string().describe('Name of the superadmin'),
            reason: z.string(),
            ends_at: timestamp,
          })
          .nullable()
          .describe('Set while a superadmin is signed in as this user'),
        agency: ownAgency.nullable(),
        agency_notice: agencyNotice
          .nullable()
          .describe('Set if the agency of the user is inactive or was deleted'),
        plan: billingState.shape.plan,
        limits: billingState.shape.limits,
        usage: billingState.shape.usage,
        next_invoice: nextInvoice.nullable().describe('For the payer; null without a plan that renews'),
        unread_count: z.int(),
      })
      .meta({ id: 'UserData' }),
  },
  requestReset: {
    id: 'account.requestReset',
    method: 'POST',
    audit: { none: 'Sends a link; using it is recorded' },
    path: '/api/v1/account/password/email',
    access: 'public',
    summary: 'Emails a link to set a new password; known and unknown addresses get the same response.',
    body: resetRequest,
    bodyBytes: VISITOR_BODY_BYTES,
    reply: z.object({}),
    replyType: 'message',
  },
  resetPassword: {
    id: 'account.resetPassword',
    method: 'POST',
    audit: ['user.update'],
    path: '/api/v1/account/password/reset',
    access: 'public',
    summary: 'Sets a new password with the link from an email, and ends all sessions.',
    body: passwordReset,
    bodyBytes: VISITOR_BODY_BYTES,
    reply: z.object({}),
    replyType: 'message',
  },
  verifyEmail: {
    id: 'account.verifyEmail',
    method: 'POST',
    audit: ['user.update'],
    path: '/api/v1/account/verify-email',
    access: 'public',
    summary: 'Confirms an email address with the link from an email; a new address replaces the old one.',
    body: z.object({ token: mailedToken }),
    bodyBytes: VISITOR_BODY_BYTES,
    reply: z.object({}),
    replyType: 'message',
  },
  restoreEmail: {
    id: 'account.restoreEmail',
    method: 'POST',
    audit: ['user.update'],
    path: '/api/v1/account/restore-email',
    access: 'public',
    summary:
      'Restores the previous email address with the link that was sent to it, ends all sessions and invalidates the password.',
    body: z.object({ token: mailedToken }),
    bodyBytes: VISITOR_BODY_BYTES,
    reply: z.object({
      email: z.string(),
      token: z.string().describe('Token for setting a new password'),
    }),
    replyType: 'message',
  },
});
