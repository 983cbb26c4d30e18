/** Who did what: administrators read it, nobody changes it. */
import { z } from 'zod';
import { defineContract } from './endpoint.ts';
import { commaJoined, listQuery, moment, rowId } from './fields.ts';

export const AUDIT_VERBS = [
  'create',
  'update',
  'delete',
  'restore',
  'pin',
  'unpin',
  'invite',
  'join',
  'leave',
  'move',
  'end_sessions',
  'login_as',
  'login_back',
  'call',
] as const;

export const AUDIT_KINDS = [
  'product',
  'agency',
  'domain',
  'integration',
  'invitation',
  'project',
  'run',
  'scan',
  'session',
  'settings',
  'subscription',
  'tutorial',
  'user',
] as const;

export type AuditVerb = (typeof AUDIT_VERBS)[number];
export type AuditKind = (typeof AUDIT_KINDS)[number];

/** Fields of a change that hold the id of a row, and its kind. */
export const AUDIT_REFERENCES: Readonly<Record<string, AuditKind | 'upload'>> = {
  agency_id: 'agency',
  domain_id: 'domain',
  main_admin_id: 'user',
  project_id: 'project',
  seed_id: 'upload',
  sheet_id: 'upload',
  updated_by: 'user',
  created_by: 'user',
  user_id: 'user',
  workspace_id: 'agency',
};

const UNKNOWN_NAME = 'Null if the entry has recorded no name and the row is deleted';

const person = z.object({ id: z.int(), name: z.string().nullable().describe(UNKNOWN_NAME) });

const entry = z
  .object({
    id: z.int(),
    at: moment,
    actor: person.nullable(),
    impersonator: person.nullable().describe('The superadmin who was signed in as the actor'),
    verb: z.string(),
    object: z.object({ kind: z.string(), id: z.int(), name: z.string().nullable().describe(UNKNOWN_NAME) }),
    before: z.record(z.string(), z.unknown()).nullable(),
    after: z.record(z.string(), z.unknown()).nullable(),
    names: z
      .record(z.string(), z.string())
      .describe('Names of the rows whose ids are in `before` and `after`, by `kind:id`'),
  })
  .meta({ id: 'AuditEntry' });

export type AuditLine = z.output<typeof entry>;

const day = z.iso.date('must be a date such as 2026-03-02').optional();

export const auditLogContract = defineContract({
  list: {
    id: 'auditLog.list',
    method: 'GET',
    path: '/api/v1/audit',
    access: 'admin',
    rows: 'admin',
    summary: 'Lists who did what, the newest first; also what superadmins did as another user.',
    query: z.object({
      ...listQuery(['at'], '-at'),
      verb: commaJoined(AUDIT_VERBS).describe('Comma-joined'),
      kind: commaJoined(AUDIT_KINDS).describe('Kinds of objects, comma-joined'),
      user_id: rowId.optional().describe('What a user did, and what was done to their account'),
      object_id: rowId.optional(),
      from: day.describe('First day, in UTC'),
      to: day.describe('Last day, in UTC'),
    }),
    reply: z.array(entry),
    answers: 'list',
  },
});
