/** What nouns that are saved by a form have in common: the frame of a row, and the calls about it. */
import { z } from 'zod';
import type { Access, Rows } from './endpoint.ts';
import { idParams, loadedRevision, moment } from './fields.ts';

/**
 * Describes a row as answers show it.
 * @param noun in the singular
 * @param fields its own ones
 */
export function savedRow<const Fields extends z.core.$ZodShape>(noun: string, fields: Fields) {
  return z.object({
    id: z.int(),
    ...fields,
    revision: z.int().describe(`What the next save of this ${noun} names`),
    created_at: moment,
    updated_at: moment,
  });
}

interface Permission {
  readonly access: Access;
  readonly rows: Rows;
}

interface SavedNoun<
  Nouns extends string,
  Row extends z.ZodType,
  Form extends z.core.$ZodShape,
  Read extends Permission,
  Write extends Permission,
> {
  /** In the plural, as paths and ids have it. */
  nouns: Nouns;
  /** With its article. */
  noun: string;
  row: Row;
  /** What a form sends. */
  form: z.ZodObject<Form>;
  /** Who may read and who may write which rows. */
  read: Read;
  write: Write;
}

/** Describes the usual calls; a contract lists those that its noun has, each with what differs. */
export function describeCalls<
  const Nouns extends string,
  Row extends z.ZodType,
  Form extends z.core.$ZodShape,
  const Read extends Permission,
  const Write extends Permission,
>({ nouns, noun, row, form, read, write }: SavedNoun<Nouns, Row, Form, Read, Write>) {
  const path = `/api/v1/${nouns}` as const;
  const one = { path: `${path}/{id}`, params: idParams } as const;
  const update = form.extend({ revision: loadedRevision });
  return {
    list: {
      ...read,
      id: `${nouns}.list`,
      method: 'GET',
      path,
      summary: `Lists the ${nouns}.`,
      reply: z.array(row),
      answers: 'list',
    },
    create: {
      ...write,
      id: `${nouns}.create`,
      method: 'POST',
      path,
      summary: `Adds ${noun}.`,
      body: form,
      reply: row,
      status: 201,
    },
    show: {
      ...read,
      ...one,
      id: `${nouns}.show`,
      method: 'GET',
      summary: `Shows ${noun}.`,
      reply: z.array(row),
    },
    edit: {
      ...write,
      ...one,
      id: `${nouns}.edit`,
      method: 'GET',
      path: `${path}/{id}/edit`,
      summary: `Shows ${noun} as the edit form needs it.`,
      reply: z.array(row),
    },
    update: {
      ...write,
      ...one,
      id: `${nouns}.update`,
      method: 'PUT',
      summary: `Changes ${noun}.`,
      body: update,
      reply: row,
    },
    remove: {
      ...write,
      ...one,
      id: `${nouns}.remove`,
      method: 'DELETE',
      summary: `Deletes ${noun}.`,
      reply: z.object({}),
      answers: 'message',
    },
  } as const;
}
