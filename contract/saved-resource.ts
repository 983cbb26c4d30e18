/** Shared parts of resources that forms save: the envelope of a row, and its calls. */
import { z } from 'zod';
import type { AuditKind } from './audit-words.ts';
import type { Access, Rows } from './endpoint.ts';
import { idParams, revisionField, timestamp } from './fields.ts';

/**
 * Describes a row in replies.
 * @param noun in the singular
 * @param fields fields of the resource
 */
export function savedRow<const Fields extends z.core.$ZodShape>(noun: string, fields: Fields) {
  return z.object({
    id: z.int(),
    ...fields,
    revision: z.int().describe(`What the next save of this ${noun} names`),
    created_at: timestamp,
    updated_at: timestamp,
  });
}

interface Permission {
  readonly access: Access;
  readonly rows: Rows;
}

/**
 * Describes the standard calls; a contract picks some of them and overrides them.
 * @param nouns in the plural, as in paths and ids
 * @param noun with its article
 * @param of name in the audit log, the row in replies, the form, and the access to rows
 */
export function describeCalls<
  const Nouns extends string,
  Row extends z.ZodType,
  Form extends z.core.$ZodShape,
  const Read extends Permission,
  const Write extends Permission,
>(
  nouns: Nouns,
  noun: string,
  of: { kind: AuditKind; row: Row; form: z.ZodObject<Form>; read: Read; write: Write },
) {
  const { kind, row, form, read, write } = of;
  const path = `/api/v1/${nouns}` as const;
  const one = { path: `${path}/{id}`, params: idParams } as const;
  const shown = { method: 'GET', reply: z.array(row) } as const;
  return {
    list: {
      ...read,
      ...shown,
      id: `${nouns}.list`,
      path,
      summary: `Lists the ${nouns}.`,
      replyType: 'list',
    },
    create: {
      ...write,
      id: `${nouns}.create`,
      method: 'POST',
      audit: [`${kind}.create`],
      path,
      summary: `Adds ${noun}.`,
      body: form,
      reply: row,
      status: 201,
    },
    show: { ...read, ...shown, ...one, id: `${nouns}.show`, summary: `Shows ${noun}.` },
    edit: {
      ...write,
      ...shown,
      id: `${nouns}.edit`,
      params: idParams,
      path: `${path}/{id}/edit`,
      summary: `Shows ${noun} as the edit form needs it.`,
    },
    update: {
      ...write,
      ...one,
      id: `${nouns}.update`,
      method: 'PUT',
      audit: [`${kind}.update`],
      summary: `Changes ${noun}.`,
      body: form.extend({ revision: revisionField }),
      reply: row,
    },
    remove: {
      ...write,
      ...one,
      id: `${nouns}.remove`,
      method: 'DELETE',
      audit: [`${kind}.delete`],
      summary: `Deletes ${noun}.`,
      reply: z.object({}),
      replyType: 'message',
    },
  } as const;
}
