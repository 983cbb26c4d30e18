/** Envelope of all replies: success and failure. */
import { z } from 'zod';
import { ERRORS, type ErrorCode } from './errors.ts';
import { timestamp } from './fields.ts';

/** A page of a full export that can be the seed page. */
const pageChoice = z
  .object({
    page: z
      .string()
      .describe(
        'Identifies this page: its ID, slug or title; empty if it shares all of them with another page',
      ),
    title: z.string(),
    type: z.string(),
    id: z.int(),
    slug: z.string(),
    status: z.string(),
  })
  .meta({ id: 'PageChoice' });

/** A problem of a file or sheet: its place and how to fix it. */
export const problem = z
  .object({
    code: z.string(),
    severity: z.enum(['fault', 'loss', 'notice']),
    text: z.string(),
    file: z.string().optional(),
    line: z.int().min(1).optional(),
    column: z.int().min(1).optional(),
    row: z.int().min(1).optional(),
    combinedRow: z
      .int()
      .min(1)
      .optional()
      .describe('Row of the second list, if the problem is about one page of two lists'),
    field: z.string().optional(),
    choices: z
      .array(pageChoice)
      .optional()
      .describe('Pages to choose from if an export has several: send the `page` of one as `seed_page`'),
  })
  .meta({ id: 'Problem' });

/** Error texts by field name. */
export const fieldErrors = z.record(z.string(), z.array(z.string()));

/** Position of this page in the list. */
export const listMeta = z.object({ page: z.int(), per_page: z.int(), total: z.int(), last_page: z.int() });

/** The newer revision that a save would have overwritten. */
export const newerRevision = z
  .object({
    revision: z.int(),
    saved_by: z.string().nullable().describe('Null if that account is deleted'),
    saved_at: timestamp,
  })
  .meta({ id: 'NewerRevision' });

/** Token of an unfinished sign-in, valid only for its next step. */
export const challenge = z
  .object({ token: z.string(), expires_at: timestamp })
  .meta({ id: 'SignInChallenge' });

export const failure = z
  .object({
    success: z.literal(false),
    message: z.string().describe('A sentence for the user'),
    code: z.enum(Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]).describe('Stable name for a program'),
    errors: fieldErrors.optional(),
    problems: z.array(problem).optional(),
    choices: z
      .array(z.string())
      .optional()
      .describe('Values that an ambiguous field may mean: send one of them instead'),
    newer: newerRevision.optional().describe('After a conflict: the author and time of the newer save'),
    challenge: challenge
      .optional()
      .describe('After `two_factor_required` and `password_required`: for the next step of the sign-in'),
    request_id: z.string().describe('Appears in the log of the server'),
  })
  .meta({
    id: 'Failure',
    examples: [
      {
        success: false,
        message: ERRORS.not_found.text,
        code: 'not_found',
        request_id: '0f4a3c1e-8a51-4f7c-9e57-3f0e7a1c2b3d',
      },
    ],
  });

export type Failure = z.output<typeof failure>;
export type NewerRevision = z.output<typeof newerRevision>;
export type SignInChallenge = z.output<typeof challenge>;
export type FieldErrors = z.output<typeof fieldErrors>;
export type WireProblem = z.output<typeof problem>;
