/** Users, for administrators. */
import { z } from 'zod';
import { ownAgency, role, ROLES, session } from './account.contract.ts';
import { userPayment } from './billing-shapes.ts';
import { defineContract } from './endpoint.ts';
import { commaJoined, idParams, listQuery, timestamp, reason, rowId } from './fields.ts';

const user = z
  .object({
    id: z.int(),
    first_name: z.string(),
    last_name: z.string(),
    name: z.string(),
    email: z.string(),
    avatar: z.string(),
    role,
    is_disabled: z.boolean(),
    is_email_verified: z.boolean(),
    has_two_factor: z.boolean(),
    agency: ownAgency.nullable(),
    payment: userPayment,
    session_count: z.int().describe('Sessions that have not ended'),
    last_seen_at: timestamp.nullable(),
    created_at: timestamp,
  })
  .meta({ id: 'User' });

const admin = { access: 'admin', rows: 'admin' } as const;
const path = '/api/v1/users';

export const usersContract = defineContract({
  list: {
    ...admin,
    id: 'users.list',
    method: 'GET',
    path,
    summary: 'Lists users by name, email address or agency.',
    query: z.object({
      ...listQuery(['name', 'email', 'role', 'last_seen_at', 'created_at'], 'name'),
      role: commaJoined(ROLES).describe('Comma-joined'),
      status: commaJoined(['active', 'disabled']).describe('Comma-joined'),
      agency_id: rowId.optional(),
    }),
    reply: z.array(user),
    user: z.object({ id: z.int(), name: z.string(), role }).meta({ id: 'Asker' }),
    replyType: 'list',
  },
  update: {
    ...admin,
    id: 'users.update',
    method: 'PUT',
    audit: ['user.update'],
    path: `${path}/{id}`,
    summary: 'Changes the role (superadmins only), or disables and enables an account. Ends its sessions.',
    params: idParams,
    body: z.object({
      role: role.optional(),
      is_disabled: z.boolean().optional(),
      ends_plans: z
        .boolean()
        .optional()
        .describe('With `is_disabled`: the plans that the user pays for end with their period'),
    }),
    reply: user,
    replyType: 'message',
  },
  endSessions: {
    ...admin,
    id: 'users.endSessions',
    method: 'DELETE',
    audit: ['user.end_sessions'],
    path: `${path}/{id}/sessions`,
    summary: 'Ends all sessions of a user.',
    params: idParams,
    reply: z.object({ ended: z.int() }),
    replyType: 'message',
  },
  turnOffTwoFactor: {
    id: 'users.turnOffTwoFactor',
    method: 'DELETE',
    audit: ['user.update'],
    path: `${path}/{id}/two-factor`,
    access: 'superadmin',
    rows: 'admin',
    summary:
      'Turns two-factor sign-in off for a user who lost their device and recovery codes; that user gets an email.',
    params: idParams,
    reply: user,
    replyType: 'message',
  },
  changeAgency: {
    ...admin,
    id: 'users.changeAgency',
    method: 'POST',
    audit: ['user.move'],
    path: `${path}/agency-change`,
    summary:
      'Moves a user to another agency, or to none; what they made stays where it is. Only a superadmin can move administrators or themselves.',
    body: z.object({ user_id: rowId, agency_id: rowId.nullable(), reason }),
    reply: user,
    replyType: 'message',
  },
  loginAs: {
    id: 'users.loginAs',
    method: 'POST',
    audit: ['session.login_as'],
    path: `${path}/login-as-user`,
    access: 'superadmin',
    rows: 'admin',
    summary: 'Signs a superadmin in as another user for an hour; that user gets an email.',
    body: z.object({ user_id: rowId, reason }),
    reply: session,
  },
});
