/**
 * Checks that the pages of one seed are equal in everything that no row fills. A page that differs was
 * damaged after it was filled, although the importer would accept it.
 */
import type { AuditProblem, Expectation } from '../../../verify/platform-audit.ts';
import { CHANGED_CODE, hashSeedCodes, readDataHtml } from '../../../verify/code-shape.ts';
import { undoDiviMarkers } from './content-rules.ts';
import { findRepeated, reportField } from './check-settings.ts';
import { ITEM_FLAG, type PartAudit } from './part-audit.ts';

/** Values that all pages share, by the field of the problem. */
type Common = readonly (readonly [
  field: string,
  read: (part: PartAudit, index: number) => number | string,
])[];

const COMMON: Common = [
  ['wp:post_type', ({ items, types }, index) => types[items.type[index] ?? 0] ?? ''],
  ['wp:status', ({ items }, index) => items.status[index] ?? 0],
  ['wp:post_parent', ({ items }, index) => items.parent[index] ?? 0],
  ['wp:postmeta', ({ items }, index) => items.metas[index] ?? 0],
  ['item', ({ items }, index) => items.shape[index] ?? 0],
];
const TEXTS: readonly (readonly [leaf: string, field: string, flag: number])[] = [
  ['title', 'title', ITEM_FLAG.untitled],
  ['content', 'content:encoded', ITEM_FLAG.contentless],
];
const CODE_FIELDS = [
  ['content', 'content:encoded', 'code', (text: string) => text],
  ['meta _elementor_data', 'meta _elementor_data', 'dataCode', readDataHtml],
] as const;
const MAX_PROBLEMS = 100;

/** Pages of all parts, each once. */
function* listPages(parts: readonly PartAudit[], expectation: Expectation) {
  const statics = new Set(expectation.statics);
  const repeated = findRepeated(parts, expectation);
  for (const part of parts) {
    const others = repeated.get(part);
    for (const [index, id] of part.items.id.entries())
      if (!statics.has(id) && others?.has(id) !== true) yield { part, index };
  }
}

/** Reports pages that differ from the majority. */
function checkUnlike(parts: readonly PartAudit[], expectation: Expectation): AuditProblem[] {
  const { varied = [] } = expectation;
  const common = COMMON.filter(([field]) => !varied.includes(field));
  const toKey = (part: PartAudit, index: number) => common.map(([, read]) => read(part, index)).join('\0');
  const counts = new Map<string, number>();
  for (const { part, index } of listPages(parts, expectation)) {
    const key = toKey(part, index);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  if (counts.size < 2) return [];
  const [usual] = [...counts].reduce((best, entry) => (entry[1] > best[1] ? entry : best));
  const values = usual.split('\0');
  const problems: AuditProblem[] = [];
  for (const { part, index } of listPages(parts, expectation)) {
    const unlike = common.find(([, read], at) => String(read(part, index)) !== values[at]);
    if (unlike === undefined) continue;
    const text = 'differs from the other pages although no row fills it';
    problems.push(reportField(part, index, { code: 'inconsistent-pages', field: unlike[0], text }));
    if (problems.length === MAX_PROBLEMS) break;
  }
  return problems;
}

function checkTexts(parts: readonly PartAudit[], expectation: Expectation): AuditProblem[] {
  const { written = [] } = expectation;
  const lasting = TEXTS.filter(([leaf]) => written.includes(leaf));
  const problems: AuditProblem[] = [];
  for (const { part, index } of listPages(parts, expectation))
    for (const [, field, flag] of lasting) {
      if (((part.items.flags[index] ?? 0) & flag) === 0 || problems.length === MAX_PROBLEMS) continue;
      const text = 'is empty although the seed has text there';
      problems.push(reportField(part, index, { code: 'text-missing', field, text }));
    }
  return problems;
}

/** Reports pages whose scripts and styles differ in structure from the seed's: a value became code. */
function checkCode(parts: readonly PartAudit[], expectation: Expectation): AuditProblem[] {
  const { seedTexts } = expectation;
  if (seedTexts === undefined) return [];
  const problems: AuditProblem[] = [];
  for (const [leaf, field, column, readHtml] of CODE_FIELDS) {
    const texts = seedTexts[leaf] ?? [''];
    const expected = hashSeedCodes(texts.map((text) => undoDiviMarkers(readHtml(text))));
    if (expected === undefined) continue;
    for (const { part, index } of listPages(parts, expectation)) {
      if (expected.has(part.items[column][index] ?? 0) || problems.length === MAX_PROBLEMS) continue;
      problems.push(reportField(part, index, { ...CHANGED_CODE, field }));
    }
  }
  return problems;
}

/** Checks files that were written for the caller: inconsistent pages, missing texts, changed code, missing records. */
export function checkConsistency(
  parts: readonly PartAudit[],
  expectation: Expectation | undefined,
): AuditProblem[] {
  // without a page, no file and no copied record is written
  if (expectation?.varied === undefined || parts.length === 0) return [];
  const missing = new Set(expectation.statics);
  for (const { items } of parts) for (const id of items.id) missing.delete(id);
  return [
    ...checkUnlike(parts, expectation),
    ...checkTexts(parts, expectation),
    ...checkCode(parts, expectation),
    ...[...missing].map((id): AuditProblem => {
      const text = `The record ${id} goes along with the pages and is in no file; build the files again.`;
      return { code: 'record-missing', severity: 'fault', text };
    }),
  ];
}
