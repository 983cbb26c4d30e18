/**
 * Replays importing the parts one after the other into an empty site: what becomes a page, what the
 * importer treats as already existing, which parents and images it finds.
 */
import { undoBuilderSigns } from './builder-signs.ts';
import type { Problem } from '../../../problem.ts';
import { QUOTE_LENGTH } from '../../../verify/finding.ts';
import { ImportReplay } from './import-replay.ts';
import { NON_PAGE_TYPES } from './item-rules.ts';
import { checkPlaceholders } from '../../../verify/check-placeholders.ts';
import { checkSharedRecords } from './check-shared-records.ts';
import { checkConsistency } from './check-consistency.ts';
import { checkSettings, findRepeated } from './check-settings.ts';
import {
  type AuditProblem,
  type Expectation,
  type Verdict,
  checkCount,
  checkSize,
  createVerdict,
  toAuditProblem,
} from '../../../verify/platform-audit.ts';
import type { PartAudit } from './part-audit.ts';
import { ITEM_FLAG } from './part-audit.ts';

/** Notices in an export of another tool that are faults in a generated file. */
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

/** Ignored for media: WordPress changes their slugs on each import, and no page links to them. */
const SLUG_FLAWS = new Set(['slug-changed', 'slug-long', 'slug-reserved']);

/** Types that every WordPress registers. */
const CORE_TYPES = new Set([
  ...NON_PAGE_TYPES,
  'page',
  'post',
  'wp_block',
  'wp_navigation',
  'wp_template',
  'wp_template_part',
]);

/** Start of JSON and of PHP's serialized form. */
const STRUCTURED = /^(?:\[\s*\{|\{\s*"|[abdisOE]:\d).|^N;/su;
const CLASS_NAME = /O:\d+:"[^"]+":/u;

/**
 * True if the row's own text causes the problem: it is the whole text, its start (which then looks like
 * JSON or serialized data), or a part of it.
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

function ownProblems(part: PartAudit, expectation: Expectation | undefined): AuditProblem[] {
  const problems: AuditProblem[] = [];
  const [settings = {}] = Object.values(expectation?.settings ?? {});
  const setsDates = settings['wp:post_date'] !== undefined;
  for (const found of part.problems) {
    const { item, quote } = found;
    const problem = toAuditProblem(found);
    const id = item === undefined ? 0 : (part.items.id[item] ?? 0);
    const own = expectation?.expectedTexts?.[id] ?? [];
    const type = item === undefined ? '' : (part.types[part.items.type[item] ?? 0] ?? '');
    const isCarried = id !== 0 && expectation?.statics?.includes(id) === true;
    // such a record isn't filled, and its template tags are its own
    if (isCarried && (problem.code === 'tags-changed' || (type !== 'page' && SLUG_FLAWS.has(problem.code))))
      continue;
    // a chosen date schedules the page, or publishes it if the date is past
    if (setsDates && !isCarried && problem.code === 'date-future') continue;
    if (setsDates && !isCarried && problem.code === 'status-past') {
      problems.push(problem);
      continue;
    }
    if (problem.code === 'meta-object-in-text' && own.some((text) => CLASS_NAME.test(text))) {
      // the importer breaks any such text, whatever is written
      problems.push({ ...problem, severity: 'notice' });
    } else if (quote === undefined || !isOwnText(quote, own)) {
      problems.push(toStrict(problem, id, expectation));
    }
  }
  return problems;
}

/** A notice becomes a fault in a part that was written for the caller, unless the record is copied unchanged. */
function toStrict(problem: AuditProblem, id: number, expectation: Expectation | undefined): AuditProblem {
  if (expectation === undefined) return problem;
  // an image of the seed may be on the site already, one of the project isn’t
  const isPromised = problem.code === 'thumbnail-missing' && expectation.featured !== undefined;
  if (!isPromised && !STRICT.has(problem.code)) return problem;
  if (id !== 0 && expectation.statics?.includes(id)) return problem;
  return { ...problem, severity: 'fault' };
}

/** Reports types that only some sites can import, in an export of another tool. */
function checkTypes(part: PartAudit, expectation: Expectation | undefined): Problem[] {
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

/** Counts comments and metas of the seed page, once per part. */
function checkFlags(part: PartAudit, expectation: Expectation | undefined): Problem[] {
  const flagged: [number, string, string][] = [
    [
      ITEM_FLAG.comments,
      'comments',
      'with comments, which are imported as well; delete them before the export',
    ],
    [
      ITEM_FLAG.ownMetas,
      'own-metas',
      'with metas that belong to the page they were made for (_edit_last, _edit_lock, _wp_old_slug, _elementor_css and the like); delete them',
    ],
  ];
  const problems: Problem[] = [];
  for (const [flag, code, text] of flagged) {
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

/** Checks that each page has one of the project's images; the replay checks that its item is in the part. */
function checkFeatured(
  part: PartAudit,
  expectation: Expectation | undefined,
  repeated: ReadonlySet<number> | undefined,
): Problem[] {
  const featured = new Set(expectation?.featured);
  if (featured.size === 0) return [];
  const { items, types, file } = part;
  return [...items.id].flatMap((id, index) => {
    const thumbnail = items.thumbnail[index] ?? 0;
    const isOther =
      NON_PAGE_TYPES.has(types[items.type[index] ?? 0] ?? '') ||
      expectation?.statics?.includes(id) ||
      repeated?.has(id);
    if (isOther === true || featured.has(thumbnail)) return [];
    const named = thumbnail === 0 ? 'no featured image' : `the featured image ${thumbnail}`;
    const text = `Page ${id} has ${named} instead of one of the project’s images; build the files again.`;
    const line = items.line[index] ?? 1;
    return [{ code: 'featured-missing', severity: 'fault', text, file, line, field: 'meta _thumbnail_id' }];
  });
}

/**
 * Checks parts in the order in which they are imported.
 * @param parts the result of the audit of each file
 * @param expectation what the caller knows of parts written for it; without it the files are
 * checked as an export of another tool, where usual flaws are notices
 */
export function checkParts(parts: readonly PartAudit[], expectation?: Expectation): Verdict {
  const replay = new ImportReplay(parts, expectation?.statics ?? []);
  const repeated = findRepeated(parts, expectation);
  const problems: AuditProblem[] = [];
  for (const [index, part] of parts.entries()) {
    problems.push(
      ...ownProblems(part, expectation),
      ...checkSize(part, expectation),
      ...checkFlags(part, expectation),
      ...checkTypes(part, expectation),
    );
    for (const problem of checkFeatured(part, expectation, repeated.get(part))) problems.push(problem);
    for (const { id, ...problem } of replay.importPart(index))
      problems.push(toStrict(problem, id, expectation));
    for (const problem of checkPlaceholders(
      { ...part, slugField: 'wp:post_name', undoSigns: undoBuilderSigns },
      expectation,
    ))
      problems.push(problem);
  }
  for (const problem of checkConsistency(parts, expectation)) problems.push(problem);
  for (const problem of checkSharedRecords(parts, expectation)) problems.push(problem);
  for (const problem of checkSettings(parts, expectation)) problems.push(problem);
  problems.push(...checkCount(replay.pages, expectation));
  const { pages, imported, stubs, stubPages, skipped } = replay;
  return createVerdict({ pages, imported, stubs, stubPages, skipped, problems });
}
