import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { allEndpoints } from './endpoints.ts';
import { EXAMPLES } from './examples.ts';

/** Checks if a reply has any data. */
function hasData({ reply, replyType }: (typeof allEndpoints)[number]): boolean {
  return replyType !== 'file' && !(reply instanceof z.ZodObject && Object.keys(reply.shape).length === 0);
}

describe('the examples of the API', () => {
  it.each(allEndpoints.filter(({ body }) => body !== undefined))(
    'show a body of $id that its contract accepts, without unknown fields',
    ({ id, body }) => {
      const example = EXAMPLES[id]?.body;
      expect(example).toBeDefined();
      expect(body?.parse(example)).toMatchObject(example as object);
    },
  );

  it.each(allEndpoints.filter(({ query, access }) => query !== undefined && access !== 'public'))(
    'show a query of $id if one is required',
    ({ id, query }) => {
      const example = EXAMPLES[id]?.query ?? {};
      expect(Object.keys(query?.parse(example) ?? {})).toEqual(expect.arrayContaining(Object.keys(example)));
    },
  );

  it.each(allEndpoints.filter(hasData))(
    'show data of $id exactly as the server sends it',
    ({ id, reply }) => {
      const example = EXAMPLES[id]?.data ?? [reply.meta()?.examples].flat()[0];
      expect(example).toBeDefined();
      expect(reply.parse(example)).toEqual(example);
    },
  );

  it('show the message of each reply that has one', () => {
    const telling = allEndpoints.filter(({ replyType }) => replyType === 'message');
    expect(telling.length).toBeGreaterThan(0);
    for (const { id } of telling) expect(EXAMPLES[id]?.message).toMatch(/^[A-Z]/);
  });

  it('belong to existing calls, and contain no working secret', () => {
    const ids = new Set(allEndpoints.map(({ id }) => id));
    for (const id of Object.keys(EXAMPLES)) expect(ids).toContain(id);
    const text = JSON.stringify(EXAMPLES);
    const given = [...text.matchAll(/"access_token":"([^"]*)"|signature=([^"&]*)/g)];
    for (const [, token, signature] of given) expect(token ?? signature).toMatch(/EXAMPLE$/);
  });
});
