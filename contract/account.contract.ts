/** The first account, sign-up, sign-in, sign-out and who is signed in. */
import { z } from 'zod';
import { defineContract } from './endpoint.ts';
import { email, moment, newPassword, personName } from './fields.ts';

export const ROLES = ['user', 'admin', 'superadmin'] as const;

export const role = z.enum(ROLES);
export type Role = z.output<typeof role>;

const session = z
  .object({
    id: z.int(),
    access_token: z.string(),
    role,
    name: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    email: z.string(),
    avatar: z.string(),
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

const person = { first_name: personName('First name'), last_name: personName('Last name'), email };

/** Sign-up form; the confirmation is compared here, so that browser and server say the same. */
export const registration = z
  .object({
    ...person,
    password: newPassword,
    password_confirmation: z.string('Confirm Password is required').min(1, 'Confirm Password is required'),
  })
  .refine((form) => form.password === form.password_confirmation, {
    path: ['password_confirmation'],
    message: 'Passwords must match',
  });

export const credentials = z.object({
  email: z.string('E-mail is required').trim().min(1, 'E-mail is required').max(254),
  password: z.string('Password is required').min(1, 'Password is required').max(1024),
});

export const firstAccount = z.object({
  ...person,
  password: newPassword,
  token: z.string().min(1, 'The set-up link is not complete. Open it again as the server printed it.'),
  sample_data: z.boolean().default(false),
});

/** The forms of people without an account are small, and anybody may send one. */
const VISITOR_BODY_BYTES = 16 * 1024;

export const accountContract = defineContract({
  setupState: {
    id: 'account.setupState',
    method: 'GET',
    path: '/api/v1/setup',
    access: 'public',
    summary: 'Says whether the first account is still to be made.',
    reply: z.object({ needed: z.boolean(), maintenance: z.boolean() }).meta({ id: 'SetupState' }),
  },
  setUp: {
    id: 'account.setUp',
    method: 'POST',
    path: '/api/v1/setup',
    access: 'public',
    summary: 'Makes the first account, a superadmin, by the one-time link that the server printed.',
    body: firstAccount,
    bodyBytes: VISITOR_BODY_BYTES,
    reply: session,
    status: 201,
  },
  register: {
    id: 'account.register',
    method: 'POST',
    path: '/api/v1/auth/register',
    access: 'public',
    summary: 'Makes an account and signs it in.',
    body: registration,
    bodyBytes: VISITOR_BODY_BYTES,
    reply: session,
    status: 201,
  },
  signIn: {
    id: 'account.signIn',
    method: 'POST',
    path: '/api/v1/auth/login',
    access: 'public',
    summary: 'Signs in and answers a bearer token.',
    body: credentials,
    bodyBytes: VISITOR_BODY_BYTES,
    reply: session,
  },
  signOut: {
    id: 'account.signOut',
    method: 'POST',
    path: '/api/v1/auth/logout',
    access: 'user',
    rows: 'self',
    summary: 'Ends the session of the token that the call carries.',
    reply: z.object({}),
    headers: { 'clear-site-data': '"cache", "storage"' },
  },
  show: {
    id: 'account.show',
    method: 'GET',
    path: '/api/v1/account',
    access: 'user',
    rows: 'self',
    summary: 'Shows the own account.',
    reply: z
      .object({
        first_name: z.string(),
        last_name: z.string(),
        email: z.string(),
        avatar: z.string(),
        created_at: moment,
      })
      .meta({ id: 'Account' }),
  },
  userData: {
    id: 'account.userData',
    method: 'GET',
    path: '/api/v1/account/user-data',
    access: 'user',
    rows: 'self',
    summary: 'Tells who is signed in, and how many notifications are unread.',
    reply: z
      .object({ id: z.int(), role, name: z.string(), avatar: z.string(), unread_count: z.int() })
      .meta({ id: 'UserData' }),
  },
});
