/** Fields that several nouns share, with the texts of their rules. */
import { z } from 'zod';
import { IMAGE_BYTES, MAX_INTEGER, LINK_CHARACTERS } from './limits.ts';

/**
 * Marks a field that names a row. What no row can be called (`1e1`, `0x1`, -1) is answered like a row
 * that is not there.
 */
export const ROW_ID_META = { 'x-identity': true } as const;

/** As `ROW_ID_META`, of a row that has a GUID. */
export const GUID_META = { 'x-identity': 'guid' } as const;

/** Of a rule about bytes: what breaks it is answered 413, as a body above its limit is. */
export const PAYLOAD_TOO_LARGE = { code: 'too_large' } as const;

/** Whether text or number is a name that a row can have: plain digits, from one up. */
export function isRowId(value: unknown): boolean {
  const isPlain = typeof value === 'string' ? /^\d{1,10}$/.test(value) : Number.isSafeInteger(value);
  return isPlain && Number(value) >= 1 && Number(value) <= MAX_INTEGER;
}

/** Checks if a form field is empty: FormData writes null as text. */
export function isEmptyField(value: unknown): boolean {
  return value === null || value === '' || value === 'null';
}

/** Identity of a row. */
export const rowId = z.coerce.number<string | number>().int().min(1).max(MAX_INTEGER).meta(ROW_ID_META);

/** Identity of a row, as a path parameter. */
export const idParams = z.object({ id: rowId });

/** Of a row as its edit form was loaded; an older one than it has is refused with 409. */
export const revisionField = z
  .int()
  .min(1)
  .max(MAX_INTEGER)
  .optional()
  .describe('As the form was loaded; an older one is refused with 409');

/** A timestamp, as ISO 8601 in UTC; a reply may hold it as the database returned it. */
export const timestamp = z
  .transform((value: string | Date) => (value instanceof Date ? value.toISOString() : value))
  .pipe(z.string());

/** What no database text can hold: NUL is refused, and half of a character becomes the mark of a lost one. */
export function storable(schema: z.ZodString) {
  return schema
    .refine((text) => !text.includes('\0'), 'must not hold the character NUL')
    .overwrite((text) => text.toWellFormed());
}

/** A line that must not be empty. @param missing says so */
export function requiredText(label: string, most: number, missing = `${label} is required`) {
  const tooLong = `${label} must be at most ${most} characters`;
  // Zero-width characters survive trimming and show nothing.
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

/** A link to a page. @param missing says that there has to be one */
export function webLink(missing?: string) {
  const line = z.string(missing).trim();
  const given = missing === undefined ? line : line.min(1, { error: missing, abort: true });
  return storable(given.max(LINK_CHARACTERS, BAD_LINK)).refine(
    (text) => text === '' || findLinkFault(text) === undefined,
    BAD_LINK,
  );
}

/** One image with a form. @param field of the form */
export const imageUpload = <const Field extends string>(field: Field) =>
  ({ upload: { field, maxBytes: IMAGE_BYTES }, bodyBytes: IMAGE_BYTES + 64 * 1024 }) as const;

/** Text of several lines: a form sends each line end as two characters, and the page counts and keeps one. */
export function multilineText(most: number, tooLong?: string, missing?: string) {
  return z
    .string(missing)
    .overwrite((text) => text.replaceAll(/\r\n?/g, '\n'))
    .max(most, tooLong);
}

const LIST_PAGE = 25;
const LIST_PAGE_MOST = 100;

/** Which part of a list is asked for. */
export const pageQuery = {
  page: z.coerce.number<string | number>().int().min(1).max(1_000_000).default(1),
  per_page: z.coerce.number<string | number>().int().min(1).max(LIST_PAGE_MOST).default(LIST_PAGE),
};

/** Words that a list is searched for. */
export const search = storable(z.string().trim().max(200)).optional();

/**
 * What a list can be asked for: a page, words, and an order.
 * @param sorts names of the orders, each also with a minus in front for the other way round
 * @param usual the order when none is asked for
 */
export function listQuery<const Sort extends string>(
  sorts: readonly Sort[],
  usual: NoInfer<Sort | `-${Sort}`>,
) {
  const names = sorts.flatMap((name): (Sort | `-${Sort}`)[] => [name, `-${name}`]);
  // Of an enum of names that are not known yet, zod cannot say what it gives.
  return { ...pageQuery, search, sort: z.enum(names).default(usual as never) };
}

/** A list that is filtered by some of these values, comma-joined; none means all. */
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

/** Length is counted in characters; nothing is trimmed, folded or cut (OWASP ASVS 6.2). */
export const newPassword = z
  .string('Password is required')
  .min(1, 'Password is required')
  .refine((text) => [...text].length >= 8, 'Password must be at least 8 characters')
  .refine((text) => [...text].length <= 256, 'Password must be at most 256 characters')
  .refine(
    (text) => new TextEncoder().encode(text).length <= PASSWORD_BYTES,
    'Password must be at most 1,024 bytes',
  );

/** Of 1–100 characters without control characters, trimmed; `label` is what the messages call it. */
export function nameField(label: string) {
  return z
    .string(`${label} is required`)
    .trim()
    .min(1, `${label} is required`)
    .max(100, `${label} must be at most 100 characters`)
    .refine((text) => !/\p{Cc}/u.test(text), `${label} must not hold control characters`);
}
