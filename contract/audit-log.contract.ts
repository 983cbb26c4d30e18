/** The audit log: administrators read it; entries are never changed. */
import { z } from 'zod';
import { AUDIT_KINDS, AUDIT_VERBS } from './audit-words.ts';
import { defineContract } from './endpoint.ts';
import { commaJoined, listQuery, timestamp, rowId } from './fields.ts';

const UNKNOWN_NAME = 'Null if the entry has recorded no name and the row is deleted';

const actor = z.object({ id: z.int(), name: z.string().nullable().describe(UNKNOWN_NAME) });

const entry = z
  .object({
    id: z.int(),
    at: timestamp,
    actor: actor.nullable(),
    impersonator: actor.nullable().describe('The superadmin who was signed in as the actor'),
    verb: z.string(),
    object: z.object({ kind: z.string(), id: z.int(), name: z.string().nullable().describe(UNKNOWN_NAME) }),
    before: z.record(z.string(), z.unknown()).nullable(),
    after: z.record(z.string(), z.unknown()).nullable(),
    names: z
      .record(z.string(), z.string())
      .describe('Names of the rows that the entry refers to, by `kind:id`'),
    links: z
      .record(z.string(), z.string())
      .describe('URLs of their pages that exist and that the caller can open, by `kind:id`'),
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
    summary:
      'Lists recorded actions, newest first, including those of superadmins signed in as another user.',
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
    replyType: 'list',
  },
});
