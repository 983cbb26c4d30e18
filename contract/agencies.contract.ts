/** Agencies, for administrators. */
import { z } from 'zod';
import { defineContract } from './endpoint.ts';
import {
  commaJoined,
  isRowId,
  listQuery,
  revisionField,
  timestamp,
  reason,
  rowId,
  storable,
} from './fields.ts';
import { agencyName } from './my-agency.contract.ts';
import { describeCalls, savedRow } from './saved-resource.ts';

const AGENCY_STATUSES = ['active', 'not_active', 'deleted'] as const;
const status = z.enum(AGENCY_STATUSES);

/** Forms send the id of a user as text. */
const mainAdmin = z
  .union([z.string(), z.int()], 'Main Admin is required!')
  .refine(isRowId, 'Main Admin is required!')
  .transform(Number);

const agencyForm = z.object({
  name: agencyName,
  main_admin_id: mainAdmin,
  status: z.enum(['active', 'not_active']).default('active'),
  reason: reason.optional().describe('Required when the main admin of an agency changes'),
});

const agencyEditForm = agencyForm.extend({ status });

const agency = savedRow('agency', {
  name: z.string(),
  status,
  main_admin: z.object({ id: z.int(), user: z.string().describe('Name of the user') }),
  member_count: z.int(),
})
  .extend({
    deleted_at: timestamp.nullable(),
    restorable_until: timestamp
      .nullable()
      .describe('Set for a deleted agency, which is purged after this time'),
    restore_problem: z
      .string()
      .nullable()
      .describe('Reason why a deleted agency can’t be restored with its main admin'),
  })
  .meta({ id: 'Agency' });

const choice = z.object({ id: z.int(), name: z.string() });
const admin = { access: 'admin', rows: 'admin' } as const;
const path = '/api/v1/agencies';
const calls = describeCalls('agencies', 'an agency', {
  kind: 'agency',
  row: agency,
  form: agencyForm,
  read: admin,
  write: admin,
});

/** Results of one search. */
export const MAX_PEOPLE_FOUND = 20;

export const agenciesContract = defineContract({
  list: {
    ...calls.list,
    query: z.object({
      ...listQuery(['name', 'members', 'created_at', 'updated_at'], 'name'),
      status: commaJoined(AGENCY_STATUSES).describe('Comma-joined; omitted: all but deleted ones'),
    }),
  },
  search: {
    ...admin,
    id: 'agencies.search',
    method: 'GET',
    path: `${path}/search`,
    summary:
      'Finds users who can become the main admin of an agency; unavailable ones come last, with the reason.',
    query: z.object({
      q: storable(z.string().trim().max(200)).default(''),
      agency_id: rowId.optional().describe('That is edited'),
    }),
    reply: z.array(
      choice.extend({ refusal: z.string().nullable().describe('Reason why this user can’t be chosen') }),
    ),
  },
  choices: {
    ...admin,
    id: 'agencies.choices',
    method: 'GET',
    path: `${path}/list`,
    summary: 'Lists all active agencies, for selects.',
    reply: z.array(choice),
  },
  create: {
    ...calls.create,
    summary: 'Creates an agency; its main admin becomes a member.',
    replyType: 'message',
  },
  edit: calls.edit,
  update: {
    ...calls.update,
    audit: ['agency.update', 'agency.restore'],
    summary: 'Changes an agency; a new status restores a deleted one.',
    body: agencyEditForm.extend({ revision: revisionField }),
    replyType: 'message',
  },
  remove: {
    ...calls.remove,
    summary: 'Marks an agency as deleted: cancels its runs, revokes its invitations and hides its objects.',
  },
});
