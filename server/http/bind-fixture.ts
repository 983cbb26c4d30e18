/** A small contract with every kind of endpoint, for tests of the routing code. */
import { z } from 'zod';
import { defineContract } from '#contract/endpoint.ts';
import type { Caller, Visitor } from '../caller.ts';

const note = z.object({ id: z.int(), text: z.string() }).meta({ id: 'Note' });

export const noteContract = defineContract({
  show: {
    id: 'notes.show',
    method: 'GET',
    path: '/api/v1/notes/{id}',
    access: 'public',
    summary: 'Shows a note.',
    params: z.object({ id: z.coerce.number().int('must be a whole number') }),
    query: z.object({ upper: z.enum(['0', '1']).default('0'), tags: z.string().optional() }),
    reply: note,
  },
  create: {
    id: 'notes.create',
    method: 'POST',
    path: '/api/v1/notes',
    access: 'public',
    summary: 'Writes a note.',
    body: z.object({
      text: z.string('Text is required').min(1, 'Text is required'),
      author: z.object({ name: z.string('Name is required') }),
    }),
    reply: note,
    status: 201,
  },
  remove: {
    id: 'notes.remove',
    method: 'DELETE',
    path: '/api/v1/notes/{id}',
    access: 'admin',
    summary: 'Removes a note.',
    params: z.object({ id: z.coerce.number() }),
    reply: z.object({}),
  },
});

/** Accepts any token as that of user 1. */
export const authenticateAny = async (_token: string, visitor: Visitor): Promise<Caller> => ({
  ...visitor,
  actor: { userId: 1 },
  scope: { workspaceIds: [1], readOnlyIds: [], homeId: 1 },
  sessionId: 1,
  role: 'user',
  name: 'Ada',
});
