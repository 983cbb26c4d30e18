/** Texts of validation errors for fields without texts of their own. */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { allEndpoints } from './endpoints.ts';

const refuse = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message);

it.each<[z.ZodType, unknown, string]>([
  [z.string(), undefined, 'This field is required'],
  [z.enum(['a', 'b']), undefined, 'This field is required'],
  [z.string().min(1), '', 'This field is required'],
  [z.string(), null, 'Must be text'],
  [z.int(), 1.5, 'Must be a whole number'],
  [z.coerce.number(), 'x', 'Must be a number'],
  [z.boolean(), 'true', 'Must be true or false'],
  [z.array(z.string()), 'x', 'Must be a list'],
  [z.record(z.string(), z.string()), [], 'Must be an object'],
  [z.object({}), 'x', 'Must be an object'],
  [z.enum(['month', 'year']), 'week', 'Must be one of: month, year'],
  [z.literal('name'), 'x', 'Must be name'],
  [z.string().min(3), 'ab', 'Must be at least 3 characters'],
  [z.string().max(1), 'ab', 'Must be at most 1 character'],
  [z.string().max(4000), 'x'.repeat(4001), 'Must be at most 4,000 characters'],
  [z.int().min(1), 0, 'Must be at least 1'],
  [z.int().max(100), 101, 'Must be at most 100'],
  [z.array(z.int()).min(1), [], 'Must have at least 1 entry'],
  [z.array(z.int()).max(2), [1, 2, 3], 'Must have at most 2 entries'],
  [z.guid(), 'x', 'Must be a UUID'],
  [z.iso.date(), 'x', 'Must be a date such as 2026-11-29'],
  [z.iso.datetime(), 'x', 'Must be a timestamp such as 2026-11-29T10:00:00Z'],
  [z.string().regex(/a/), 'x', 'This value isn’t valid'],
  [z.union([z.int(), z.boolean()]), 'x', 'This value isn’t valid'],
])('%#: explains what a field accepts', (schema, value, text) => {
  expect(refuse(schema, value)).toEqual([text]);
});

it('keeps the messages of a field', () => {
  expect(refuse(z.string('Title is required'), undefined)).toEqual(['Title is required']);
});

const VALUES = [undefined, null, '', 'x', 'x'.repeat(50_000), -1, 1.5, 1e12, true, {}, Array(5000).fill(0)];
/** The library's own messages. */
const RAW = /^(Invalid (input|option|string|key|element|[A-Z])|Too (small|big)|Unrecognized)|received /;

describe.each(allEndpoints.map((endpoint) => [endpoint.id, endpoint] as const))('%s', (_id, endpoint) => {
  it('never returns a message of the validation library', () => {
    const schemas = [endpoint.query, endpoint.body].filter((schema) => schema instanceof z.ZodObject);
    const fields = schemas.flatMap((schema) => Object.values<z.ZodType>(schema.shape));
    const texts = fields.flatMap((field) => VALUES.flatMap((value) => refuse(field, value) ?? []));
    expect(texts.filter((text) => RAW.test(text))).toEqual([]);
  });
});
