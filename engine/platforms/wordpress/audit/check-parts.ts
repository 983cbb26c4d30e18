/**
 * Replays importing the parts one after the other into an empty site: what becomes a page, what the
 * importer takes for one that is already there, which parents and pictures it finds.
 */
import type { Problem } from '../../../problem.ts';
import { QUOTE_LENGTH } from '../../../verify/finding.ts';
import { ImportReplay } from './import-replay.ts';
import { NON_PAGE_TYPES } from './item-rules.ts';
import { checkPlaceholders } from '../../../verify/check-placeholders.ts';
import { checkSharedRecords } from './check-shared-records.ts';
import { checkConsistency } from './check-consistency.ts';
import type { Expectation, Verdict } from '../../../verify/platform-audit.ts';
import type { PartAudit } from './part-audit.ts';
import { ITEM_FLAG } from './part-audit.ts';

/** Usual in an export of somebody else, a fault in a file that was written to be imported. */
const STRICT = new Set([
  'author-unknown',
  'block-unbalanced',
  'comment-open',
  'date-empty',
  'date-gmt-invalid',
  'date-format',
  'encoding-other',
  'field-missing',
  'duplicate-guid',
  'malformed-guid',
  'duplicate-id-across-parts',
  'id-mixed',
  'truncated-serialized-meta',
  'malformed-number',
  'parent-after-child',
  'parent-not-page',
  'duplicate-media-slug',
  'slug-empty',
  'status-past',
  'status-unknown',
]);

/** The slug of a medium: WordPress changes it on each import, and no page links to it. */
const SLUG_FLAWS = new Set(['slug-changed', 'slug-long', 'slug-reserved']);

/** What every WordPress has. */
const CORE_TYPES = new Set([
  ...NON_PAGE_TYPES,
  'page',
  'post',
  'wp_block',
  'wp_navigation',
  'wp_template',
  'wp_template_part',
]);

/** How JSON and PHP's serialized form begin; less than this says nothing. */
const STRUCTURED = /^(?:\[\s*\{|\{\s*"|[abdisOE]:\d).|^N;/su;
const CLASS_NAME = /O:\d+:"[^"]+":/u;

/**
 * Whether the row itself brought the text that the problem is about: it is all of the text, or the
 * text begins with it and so looked like JSON or like serialized from there, or stands within it.
 */
function isOwnText(quote: string, own: readonly string[]): boolean {
  const start = quote.trim();
  return own.some((given) => {
    const text = given.trim();
    if (text === start) return true;
    if (STRUCTURED.test(text) && start !== '' && (start.startsWith(text) || text.includes(start)))
      return true;
    return quote.length === QUOTE_LENGTH && text.startsWith(start);
  });
}

function ownProblems(part: PartAudit, expectation: Expectation | undefined): Problem[] {
  const kept: Problem[] = [];
  for (const { item, quote, ...problem } of part.problems) {
    const id = item === undefined ? 0 : (part.items.id[item] ?? 0);
    const own = expectation?.expectedTexts?.[id] ?? [];
    const type = item === undefined ? '' : (part.types[part.items.type[item] ?? 0] ?? '');
    const isCarried = id !== 0 && expectation?.statics?.includes(id) === true;
    // no cell is in such a record, and its template tags are its own
    if (isCarried && (problem.code === 'tags-changed' || (type !== 'page' && SLUG_FLAWS.has(problem.code))))
      continue;
    if (problem.code === 'meta-object-in-text' && own.some((text) => CLASS_NAME.test(text))) {
      // no writer can prevent it: the importer breaks any such text
      kept.push({ ...problem, severity: 'notice' });
    } else if (quote === undefined || !isOwnText(quote, own)) {
      kept.push(sharpen(problem, id, expectation));
    }
  }
  return kept;
}

/** A notice becomes a fault in a part that was written for the caller, unless the record goes along unchanged. */
function sharpen(problem: Problem, id: number, expectation: Expectation | undefined): Problem {
  if (expectation === undefined) return problem;
  // a picture of the seed may be on the site already, one of the project is not
  const isPromised = problem.code === 'thumbnail-missing' && expectation.featured !== undefined;
  if (!isPromised && !STRICT.has(problem.code)) return problem;
  if (id !== 0 && expectation.statics?.includes(id)) return problem;
  return { ...problem, severity: 'fault' };
}

function judgeSize(part: PartAudit, expectation: Expectation | undefined): Problem[] {
  const limit = expectation?.limitBytes === undefined ? part.limitBytes : expectation.limitBytes;
  if (limit === null || part.bytes <= limit) return [];
  const text = `The file has ${part.bytes} bytes and may have ${limit}; split it into more parts.`;
  return [{ code: 'part-large', severity: 'fault', text, file: part.file }];
}

/** Whether a record of another type lands is up to the site, so in a file of somebody else it is reported. */
function judgeTypes(part: PartAudit, expectation: Expectation | undefined): Problem[] {
  if (expectation !== undefined) return [];
  const foreign = part.types.filter((type) => type !== '' && !CORE_TYPES.has(type));
  return foreign.map((type) => ({
    code: 'unregistered-type',
    severity: 'notice',
    text: `Items of the type "${type}" import only where a plugin or theme registers it; make sure that the site has it.`,
    file: part.file,
    line: part.items.line[part.items.type.indexOf(part.types.indexOf(type))] ?? 1,
    field: 'wp:post_type',
  }));
}

/** Comments and metas of the seed page, counted once a part. */
function judgeFlags(part: PartAudit, expectation: Expectation | undefined): Problem[] {
  const told: [number, string, string][] = [
    [ITEM_FLAG.comments, 'comments', 'with comments, which are imported along'],
    [
      ITEM_FLAG.ownMetas,
      'own-metas',
      'with metas that belong to the page they were made for (_edit_last, _edit_lock, _wp_old_slug, _elementor_css and the like)',
    ],
  ];
  const problems: Problem[] = [];
  for (const [flag, code, text] of told) {
    let count = 0;
    let line = 0;
    for (const [index, flags] of part.items.flags.entries()) {
      if ((flags & flag) === 0 || expectation?.statics?.includes(part.items.id[index] ?? 0)) continue;
      count += 1;
      line ||= part.items.line[index] ?? 0;
    }
    const severity = expectation === undefined ? 'notice' : 'fault';
    if (count > 0)
      problems.push({
        code,
        severity,
        text: `${count} ${count === 1 ? 'item' : 'items'} ${text}.`,
        file: part.file,
        line,
      });
  }
  return problems;
}

/** Each page has one of the images that were promised; whether its item is in the part, the replay tells. */
function judgeFeatured(part: PartAudit, expectation: Expectation | undefined): Problem[] {
  const featured = new Set(expectation?.featured);
  if (featured.size === 0) return [];
  const { items, types, file } = part;
  return [...items.id].flatMap((id, index) => {
    const thumbnail = items.thumbnail[index] ?? 0;
    const isBeside =
      NON_PAGE_TYPES.has(types[items.type[index] ?? 0] ?? '') || expectation?.statics?.includes(id);
    if (isBeside === true || featured.has(thumbnail)) return [];
    const named = thumbnail === 0 ? 'no featured image' : `the featured image ${thumbnail}`;
    const text = `Page ${id} has ${named} instead of one of the project’s images.`;
    const line = items.line[index] ?? 1;
    return [{ code: 'featured-missing', severity: 'fault', text, file, line, field: 'meta _thumbnail_id' }];
  });
}

function judgeCount(pages: number, expectation: Expectation | undefined): Problem[] {
  if (expectation === undefined || pages === expectation.pages) return [];
  return [
    {
      code: 'pages-missing',
      severity: 'fault',
      text: `${pages} of ${expectation.pages} pages ready to import.`,
    },
  ];
}

/**
 * Judges parts in the order in which they are imported.
 * @param parts what `createPartAudit` gave for each file
 * @param expectation what the caller knows of parts written for it; without it the files are taken as
 * somebody else's export, and what is usual in exports is a notice
 */
export function checkParts(parts: readonly PartAudit[], expectation?: Expectation): Verdict {
  const replay = new ImportReplay(parts, expectation?.statics ?? []);
  const problems: Problem[] = [];
  for (const [index, part] of parts.entries()) {
    problems.push(
      ...ownProblems(part, expectation),
      ...judgeSize(part, expectation),
      ...judgeFlags(part, expectation),
      ...judgeTypes(part, expectation),
    );
    for (const problem of judgeFeatured(part, expectation)) problems.push(problem);
    for (const { id, ...problem } of replay.importPart(index))
      problems.push(sharpen(problem, id, expectation));
    for (const problem of checkPlaceholders({ ...part, slugField: 'wp:post_name' }, expectation))
      problems.push(problem);
  }
  for (const problem of checkConsistency(parts, expectation)) problems.push(problem);
  for (const problem of checkSharedRecords(parts, expectation)) problems.push(problem);
  problems.push(...judgeCount(replay.pages, expectation));
  const faults = problems.filter((problem) => problem.severity === 'fault');
  return {
    ok: faults.length === 0,
    pages: replay.pages,
    landing: replay.landing,
    stubs: replay.stubs,
    skipped: replay.skipped,
    problems: [...faults, ...problems.filter((problem) => problem.severity !== 'fault')],
  };
}
