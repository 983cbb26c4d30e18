/**
 * Checks the CSV of a collection as Wix imports it: the first row names the fields, and an item is identified
 * by its ID; JSON that doesn't parse is shown as an empty field; columns that are missing are cleared.
 */
import { limits } from '../limits.ts';
import { type AuditedItem, createCollectionAudit } from '../../../verify/csv-collection-audit.ts';
import type { CsvCell } from '../../../verify/csv-stream.ts';
import { type Finding, QUOTE_LENGTH, cut, fault, notice } from '../../../verify/finding.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const JSON_START = /^\s*(?:\{\s*"|\[\s*\{)/;
/** Files of the Media Manager. */
const MEDIA = /^\s*(?:wix:)?(?:image|document|video|audio|vector):\/\//i;
/** Never in such a URL: a quotation mark, half of an encoded byte, a second fragment. */
const MEDIA_FLAW = /["<>]|%(?![0-9a-f]{2})|#[^#]*#/i;
const SLUGS = ['slug', 'url slug', 'page slug', 'permalink', 'path'];
const DATES = ['created date', 'updated date'];

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function checkCell({ text }: CsvCell, field: string): Finding[] {
  const findings: Finding[] = [];
  const name = cut(field, 60);
  if (JSON_START.test(text) && !isJson(text))
    findings.push({
      ...fault(
        'malformed-json',
        `The cell "${name}" begins like JSON but isn’t valid JSON: Wix shows it empty.`,
      ),
      quote: text.slice(0, QUOTE_LENGTH),
    });
  if (MEDIA.test(text) && MEDIA_FLAW.test(text.trim()))
    findings.push(
      notice(
        'malformed-media-url',
        `The media URL in "${name}" is not percent-encoded, so Wix may not find the file.`,
      ),
    );
  if (DATES.includes(field) && text !== '')
    findings.push(notice('system-date', `Wix fills "${field}" itself, so it has to be empty.`));
  return findings;
}

function checkItem({ keys, slug, getText, report }: AuditedItem): Readonly<Record<string, string>> {
  const title = getText('title');
  const id = getText('id');
  if (keys.includes('id') && !UUID.test(id)) {
    const text = `The ID "${cut(id, 60)}" is not a UUID in lower case, so Wix may give the item another one.`;
    report('malformed-id', text, 'id');
  }
  const hasSlug = keys.some((key) => SLUGS.includes(key));
  if (hasSlug && slug.trim() === '') report('slug-empty', 'The item has no slug.');
  if (!hasSlug && keys.includes('title') && title.trim() === '')
    report('title-empty', 'The item has no title, so it gets no page.');
  return { id, slug, ...(hasSlug ? {} : { title }) };
}

export const audit = createCollectionAudit({
  id: 'wix',
  name: 'Wix',
  maxFields: limits.fields,
  maxItems: limits.items,
  slugColumns: SLUGS,
  checkCell,
  checkItem,
  records: {
    unique: {
      id: 'the second takes the place of the first',
      slug: 'two items cannot have one page',
      title: 'two items cannot have one page',
    },
    strict: new Set(['cell-unquoted', 'malformed-id', 'slug-empty', 'system-date', 'title-empty']),
    refusing: new Set(['row-ragged', 'title-empty']),
  },
});
