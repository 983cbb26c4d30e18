/**
 * Replays importing the parts one after the other into an empty site: what becomes a page, what the
 * importer takes for one that is already there, which parents and pictures it finds.
 */
import type { Problem } from '../problem.ts';
import { QUOTE_LENGTH } from './finding.ts';
import { ImportReplay } from './import-replay.ts';
import { judgeLeftOvers } from './judge-left-overs.ts';
import type { Expectation, PartAudit, Verdict } from './part-audit.ts';
import { ITEM_FLAG } from './part-audit.ts';

/** Usual in an export of somebody else, a fault in a file that was written to be imported. */
const STRICT = new Set([
  'author-unknown',
  'comments',
  'date-empty',
  'date-loose',
  'field-missing',
  'guid-doubled',
  'guid-odd',
  'id-doubled-parts',
  'id-mixed',
  'number-odd',
  'own-metas',
  'parent-after-child',
  'slug-doubled-media',
  'slug-empty',
  'status-unknown',
]);

/** Whether the row itself brought the text that the problem is about. */
function isExpected(quote: string | undefined, own: readonly string[]): boolean {
  if (quote === undefined) return false;
  const isWhole = quote.length < QUOTE_LENGTH;
  return own.some((text) => (isWhole ? text.trim() === quote.trim() : text.trim().startsWith(quote.trim())));
}

function ownProblems(part: PartAudit, expectation: Expectation | undefined): Problem[] {
  const kept: Problem[] = [];
  for (const { item, quote, ...problem } of part.problems) {
    const id = item === undefined ? 0 : (part.items.id[item] ?? 0);
    if (isExpected(quote, expectation?.expectedTexts?.[id] ?? [])) continue;
    kept.push(sharpen(problem, id, expectation));
  }
  return kept;
}

/** A notice becomes a fault in a part that was written for the caller, unless the record goes along unchanged. */
function sharpen(problem: Problem, id: number, expectation: Expectation | undefined): Problem {
  if (expectation === undefined || !STRICT.has(problem.code)) return problem;
  if (id !== 0 && expectation.statics?.includes(id)) return problem;
  return { ...problem, severity: 'fault' };
}

function judgeSize(part: PartAudit, expectation: Expectation | undefined): Problem[] {
  const limit = expectation?.limitBytes === undefined ? part.limitBytes : expectation.limitBytes;
  if (limit === null || part.bytes <= limit) return [];
  const text = `The file has ${part.bytes} bytes and may have ${limit}; split it into more parts.`;
  return [{ code: 'part-large', severity: 'fault', text, file: part.file }];
}

/** Comments and metas of the seed page, counted once a part. */
function judgeFlags(part: PartAudit, expectation: Expectation | undefined): Problem[] {
  const told: [number, string, string][] = [
    [ITEM_FLAG.comments, 'comments', 'carry comments, which are imported with them'],
    [
      ITEM_FLAG.ownMetas,
      'own-metas',
      'carry metas that belong to the page they were made for (_edit_last, _edit_lock, _wp_old_slug, _elementor_css and the like)',
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

function judgeCount(pages: number, expectation: Expectation | undefined): Problem[] {
  if (expectation === undefined || pages === expectation.pages) return [];
  return [
    { code: 'pages-missing', severity: 'fault', text: `${pages} of ${expectation.pages} pages will land.` },
  ];
}

/**
 * Judges parts in the order in which they are imported.
 * @param parts what `createPartAudit` gave for each file
 * @param expectation what the caller knows of parts written for it; without it the files are taken as
 * somebody else's export, and what is usual in exports is a notice
 */
export function judgeParts(parts: readonly PartAudit[], expectation?: Expectation): Verdict {
  const replay = new ImportReplay(parts, expectation?.statics ?? []);
  const problems: Problem[] = [];
  for (const [index, part] of parts.entries()) {
    problems.push(
      ...ownProblems(part, expectation),
      ...judgeSize(part, expectation),
      ...judgeFlags(part, expectation),
    );
    for (const { id, ...problem } of replay.importPart(index))
      problems.push(sharpen(problem, id, expectation));
    problems.push(...judgeLeftOvers(part, expectation));
  }
  problems.push(...judgeCount(replay.pages, expectation));
  const faults = problems.filter((problem) => problem.severity === 'fault');
  return {
    ok: faults.length === 0,
    pages: replay.pages,
    landing: replay.landing,
    stubs: replay.stubs,
    notLanding: replay.notLanding,
    problems: [...faults, ...problems.filter((problem) => problem.severity !== 'fault')],
  };
}
