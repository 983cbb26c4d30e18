/** Shared fields, with the messages of their rules. */
import { z } from 'zod';
import { describeIssue } from './describe-issue.ts';
import { IMAGE_BYTES, MAX_INTEGER, LINK_CHARACTERS } from './limits.ts';

// For all fields of the contract, in both processes: the browser validates forms with the same schemas.
z.config({ customError: describeIssue });

/**
 * Marks a field with the id of a row. An invalid id (`1e1`, `0x1`, -1) gets the reply of a missing row.
 */
export const ROW_ID_META = { 'x-identity': true } as const;

/** Like `ROW_ID_META`, for a GUID. */
export const GUID_META = { 'x-identity': 'guid' } as const;

/** Params of a size check; the server responds to a violation with 413, like to a body above its limit. */
export const PAYLOAD_TOO_LARGE = { code: 'too_large' } as const;

/** Checks if a text or number is a valid row id: plain digits, 1 or more. */
export function isRowId(value: unknown): boolean {
  const isPlain = typeof value === 'string' ? /^\d{1,10}$/.test(value) : Number.isSafeInteger(value);
  return isPlain && Number(value) >= 1 && Number(value) <= MAX_INTEGER;
}

/** Checks if a form field is empty: FormData writes null as text. */
export function isEmptyField(value: unknown): boolean {
  return value === null || value === '' || value === 'null';
}

/** Id of a row. */
export const rowId = z.coerce.number<string | number>().int().min(1).max(MAX_INTEGER).meta(ROW_ID_META);

/** Id of a row, as a path parameter. */
export const idParams = z.object({ id: rowId });

/** Revision that the edit form loaded; an outdated one is rejected with 409. */
export const revisionField = z
  .int()
  .min(1)
  .max(MAX_INTEGER)
  .optional()
  .describe('The value when the form was loaded; an outdated one is rejected with 409');

/** Timestamp in ISO 8601 and UTC; a reply may contain it as returned by the database. */
export const timestamp = z
  .transform((value: string | Date) => (value instanceof Date ? value.toISOString() : value))
  .pipe(z.string());

/** Makes text storable: NUL is rejected, and a lone surrogate is replaced by U+FFFD. */
export function storable(schema: z.ZodString) {
  return schema
    .refine((text) => !text.includes('\0'), 'must not contain the character NUL')
    .overwrite((text) => text.toWellFormed());
}

/** A required line. @param missing error text */
export function requiredText(label: string, most: number, missing = `${label} is required`) {
  const tooLong = `${label} must be at most ${most} characters`;
  // Zero-width characters aren't trimmed, but are invisible.
  const isVisible = (text: string) => text === '' || /[^\p{C}\p{Z}]/u.test(text);
  return storable(z.string(missing).trim().min(1, missing).max(most, tooLong).refine(isVisible, missing));
}

/** Reason for an administrator's action on a user, who can read it. */
export const reason = requiredText('Reason', 500);

export const BAD_LINK = 'Enter a valid URL';

const WEB_SCHEME = /^https?:\/\//i;

/** @returns a short reason why a URL is invalid; undefined if it is valid */
export function findLinkFault(text: string): string | undefined {
  const link = text.trim();
  if (!WEB_SCHEME.test(link)) return 'Start with https://';
  if (link.replace(WEB_SCHEME, '') === '') return 'Add the domain after https://';
  if (link.length > LINK_CHARACTERS)
    return `Use at most ${LINK_CHARACTERS.toLocaleString('en-US')} characters`;
  if (URL.canParse(link)) return undefined;
  return /\s/.test(link) ? 'Spaces aren’t allowed' : 'Check the domain after https://';
}

/** A link to a page. @param missing error text if it is empty */
export function webLink(missing?: string) {
  const line = z.string(missing).trim();
  const given = missing === undefined ? line : line.min(1, { error: missing, abort: true });
  return storable(given.max(LINK_CHARACTERS, BAD_LINK)).refine(
    (text) => text === '' || findLinkFault(text) === undefined,
    BAD_LINK,
  );
}

/** One image of a form. @param field name of the form field */
export const imageUpload = <const Field extends string>(field: Field) =>
  ({ upload: { field, maxBytes: IMAGE_BYTES }, bodyBytes: IMAGE_BYTES + 64 * 1024 }) as const;

/** Multiline text: a form sends each line end as CR LF; it is counted and stored as LF. */
export function multilineText(most: number, tooLong?: string, missing?: string) {
  return z
    .string(missing)
    .overwrite((text) => text.replaceAll(/\r\n?/g, '\n'))
    .max(most, tooLong);
}

const LIST_PAGE = 25;
const MAX_LIST_PAGE = 100;

/** Requested page of a list. */
export const pageQuery = {
  page: z.coerce.number<string | number>().int().min(1).max(1_000_000).default(1),
  per_page: z.coerce.number<string | number>().int().min(1).max(MAX_LIST_PAGE).default(LIST_PAGE),
};

/** Search text of a list. */
export const search = storable(z.string().trim().max(200)).optional();

/**
 * Query of a list: page, search text and sort order.
 * @param sorts names of sort orders; a leading minus reverses each
 * @param usual default order
 */
export function listQuery<const Sort extends string>(
  sorts: readonly Sort[],
  usual: NoInfer<Sort | `-${Sort}`>,
) {
  const names = sorts.flatMap((name): (Sort | `-${Sort}`)[] => [name, `-${name}`]);
  // Zod can't infer the output of an enum with generic names.
  return { ...pageQuery, search, sort: z.enum(names).default(usual as never) };
}

/** Comma-joined filter values; empty for all. */
export function commaJoined<const Value extends string>(values: readonly Value[]) {
  return z
    .string()
    .max(1000)
    .transform((text) => text.split(',').filter((each) => each !== ''))
    .pipe(z.array(z.enum(values)))
    .optional();
}

export const email = z
  .string('Email is required')
  .trim()
  .min(1, 'Email is required')
  .max(254, 'This is too long for an email address')
  .pipe(z.email('Enter a valid email address'));

/** Addresses that differ only in case are the same account. */
export function toEmailKey(address: string): string {
  return address.trim().toLowerCase();
}

const PASSWORD_BYTES = 1024;

/** Length is counted in characters; nothing is trimmed, folded or truncated (OWASP ASVS 6.2). */
export const newPassword = z
  .string('Password is required')
  .min(1, 'Password is required')
  .refine((text) => [...text].length >= 8, 'Password must be at least 8 characters')
  .refine((text) => [...text].length <= 256, 'Password must be at most 256 characters')
  .refine(
    (text) => new TextEncoder().encode(text).length <= PASSWORD_BYTES,
    'Password must be at most 1,024 bytes',
  );

/** A name of 1–100 characters without control characters, trimmed. @param label name in messages */
export function nameField(label: string) {
  return z
    .string(`${label} is required`)
    .trim()
    .min(1, `${label} is required`)
    .max(100, `${label} must be at most 100 characters`)
    .refine((text) => !/\p{Cc}/u.test(text), `${label} must not contain control characters`);
}
