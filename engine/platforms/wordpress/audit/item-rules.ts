/** Checks the short fields of one item: missing, too long, invalid or unknown. */
import { wxrLimits } from '../../shared/wxr/limits.ts';
import { checkDate, checkFuture, checkGmtDate, type ReadDate, readDate } from './date-rules.ts';
import { excerpt, fault, type Finding, notice } from '../../../verify/finding.ts';
import { ITEM_LEAVES, type Leaf } from '../../shared/wxr/audit/wxr-reader.ts';
import { checkSlug } from './slug-rules.ts';
import { exceedsBytes, exceedsCharacters, utf8Length } from './text.ts';

const NUMBER_LEAVES = ['wp:post_id', 'wp:post_parent', 'wp:menu_order', 'wp:is_sticky'] as const;
const ID_LEAVES = new Set<string>(['wp:post_id', 'wp:post_parent']);

const STATUSES = new Set([
  'publish',
  'future',
  'draft',
  'pending',
  'private',
  'trash',
  'inherit',
  'auto-draft',
]);
/** Record types other than pages. */
export const NON_PAGE_TYPES = new Set([
  'attachment',
  'nav_menu_item',
  'revision',
  'custom_css',
  'customize_changeset',
  'oembed_cache',
  'user_request',
  'wp_global_styles',
]);
/** The characters that WordPress leaves in an address as they are. */
const PLAIN_GUID = /^https?:\/\/[\w~+.?#=!;,/:%@$|*'()\u0080-\uffff-]+$/;
const DRAFTS = new Set(['draft', 'pending', 'auto-draft']);

/** A finding and the leaf that it is about. */
export interface LeafFinding extends Finding {
  field: string;
}

export type Leaves = ReadonlyMap<string, Leaf>;

/** Text of a leaf; empty if the item doesn't have it. */
export function leafText(leaves: Leaves, name: string): string {
  return leaves.get(name)?.text ?? '';
}

/** Reads a number as PHP's `(int)` does; 0 without digits. */
export function readInteger(text: string): number {
  const digits = /^\s*([+-]?\d+)/u.exec(text)?.[1];
  return digits === undefined ? 0 : Number(digits);
}

/** True if posts of this status may share a slug (WordPress' `wp_unique_post_slug`). */
export function isDraft(status: string): boolean {
  return DRAFTS.has(status);
}

function on(field: string, findings: readonly Finding[]): LeafFinding[] {
  return findings.map((finding) => ({ ...finding, field }));
}

function checkMissing(leaves: Leaves): LeafFinding[] {
  const isMissing = (name: string) =>
    name === 'wp:post_type' ? leafText(leaves, name) === '' : !leaves.has(name);
  return ITEM_LEAVES.filter(isMissing).map((field): LeafFinding => {
    const type = field === 'wp:post_type';
    const text = type
      ? 'it has no wp:post_type, so the importer skips it; add one.'
      : `${field} is missing, so the importer guesses its value; add it.`;
    return {
      code: type ? 'type-missing' : 'field-missing',
      severity: type ? 'fault' : 'notice',
      text,
      field,
    };
  });
}

function checkNumbers(leaves: Leaves): LeafFinding[] {
  // ids are never negative, but wp:menu_order may be
  const isNumber = (name: string) =>
    (ID_LEAVES.has(name) ? /^\s*\d*\s*$/u : /^\s*-?\d*\s*$/u).test(leafText(leaves, name));
  const invalid = NUMBER_LEAVES.filter((name) => !isNumber(name));
  return invalid.map((field) => ({
    code: 'malformed-number',
    severity: field === 'wp:post_parent' ? 'fault' : 'notice',
    text: `"${excerpt(leafText(leaves, field))}" isn’t a valid number, so the importer uses ${readInteger(leafText(leaves, field))}; correct it.`,
    field,
  }));
}

function checkLengths(leaves: Leaves): LeafFinding[] {
  const findings: LeafFinding[] = [];
  const title = leafText(leaves, 'title');
  if (exceedsBytes(title, wxrLimits.titleBytes)) {
    const text = `the title has ${utf8Length(title)} bytes, but WordPress allows ${wxrLimits.titleBytes}, so the page fails to import; shorten it.`;
    findings.push({ code: 'title-long', severity: 'fault', text, field: 'title' });
  }
  for (const [field, limit] of wxrLimits.fieldBytes) {
    if (exceedsCharacters(leafText(leaves, field), limit)) {
      findings.push({
        code: 'field-long',
        severity: 'fault',
        text: `${field} has more than ${limit} characters, so the page fails to import; shorten it.`,
        field,
      });
    }
  }
  return findings;
}

function checkGuid(guid: string): Finding[] {
  if (exceedsCharacters(guid, wxrLimits.guidBytes)) {
    return [
      fault(
        'guid-long',
        `the guid has more than ${wxrLimits.guidBytes} characters, so the page fails to import; shorten it.`,
      ),
    ];
  }
  if (guid === '')
    return [notice('malformed-guid', 'the guid is empty, so WordPress generates one; write one.')];
  if (PLAIN_GUID.test(guid)) return [];
  return [
    notice(
      'malformed-guid',
      `WordPress rewrites the guid "${excerpt(guid)}"; use a plain http URL without &, brackets or spaces.`,
    ),
  ];
}

function checkStatus(leaves: Leaves): Finding[] {
  const status = leafText(leaves, 'wp:status');
  if (status === 'auto-draft') {
    return [
      fault('auto-draft', 'it is an auto-draft, which the importer skips silently; use another status.'),
    ];
  }
  if (STATUSES.has(status) || status.startsWith('request-') || !leaves.has('wp:status')) return [];
  return [
    notice(
      'status-unknown',
      `"${excerpt(status)}" isn’t a status of WordPress itself, so the page stays hidden unless a plugin adds the status; use publish.`,
    ),
  ];
}

function checkName(leaves: Leaves): Finding[] {
  const slug = leafText(leaves, 'wp:post_name');
  if (slug !== '') return checkSlug(slug, leafText(leaves, 'wp:post_type'));
  if (!leaves.has('wp:post_name') || isDraft(leafText(leaves, 'wp:status'))) return [];
  return [notice('slug-empty', 'the slug is empty, so WordPress generates one from the title; write one.')];
}

/** Codes of problems for which the importer skips the item. */
export const REFUSING = new Set([
  'type-missing',
  'title-long',
  'field-long',
  'guid-long',
  'post-empty',
  'date-invalid',
  'excerpt-long',
]);

/**
 * Checks the short leaves of one item.
 * @param now seconds since 1970; without it no date is in the future
 */
export function checkItem(
  leaves: Leaves,
  now: number | undefined,
): { findings: LeafFinding[]; date: ReadDate } {
  const type = leafText(leaves, 'wp:post_type');
  const date = readDate(leafText(leaves, 'wp:post_date'));
  const gmt = readDate(leafText(leaves, 'wp:post_date_gmt'));
  const findings = [...checkMissing(leaves), ...checkNumbers(leaves), ...checkLengths(leaves)];
  if (type === 'nav_menu_item') return { findings, date };
  findings.push(...on('guid', leaves.has('guid') ? checkGuid(leafText(leaves, 'guid')) : []));
  findings.push(...on('wp:post_name', checkName(leaves)), ...on('wp:status', checkStatus(leaves)));
  if (leaves.has('wp:post_date'))
    findings.push(...on('wp:post_date', checkDate(leafText(leaves, 'wp:post_date'), date)));
  findings.push(...on('wp:post_date_gmt', checkGmtDate(leafText(leaves, 'wp:post_date_gmt'), gmt)));
  if (now !== undefined)
    findings.push(
      ...on('wp:post_date', checkFuture({ local: date, gmt }, leafText(leaves, 'wp:status'), now)),
    );
  return { findings, date };
}
