/** Checks files that were written for the caller: each page has the status, date, parent and image of its row. */
import { hashText } from '../../../verify/compact-text.ts';
import { addSubject, nameItem } from '../../../verify/finding.ts';
import type { AuditProblem, Expectation } from '../../../verify/platform-audit.ts';
import { readDate } from './date-rules.ts';
import { readInteger } from './item-rules.ts';
import type { PartAudit, PartItems } from './part-audit.ts';

/** Compares what an item has with the text that it must have. */
const FIELDS: ReadonlyMap<string, (items: PartItems, index: number, text: string) => boolean> = new Map([
  ['wp:status', ({ status }, index, text) => status[index] === hashText(text)],
  ['wp:post_parent', ({ parent }, index, text) => parent[index] === readInteger(text)],
  ['wp:post_date', ({ date }, index, text) => date[index] === readDate(text).seconds],
]);
const IMAGE = 'meta _thumbnail_id';
const MAX_PROBLEMS = 100;

function* findDifferences(
  { items }: PartAudit,
  { settings = {} }: Expectation,
  repeated: ReadonlySet<number>,
): Generator<{ index: number; field: string; text: string }> {
  for (const [index, id] of items.id.entries()) {
    const expected = settings[id];
    if (expected === undefined) continue;
    for (const [field, text] of Object.entries(expected)) {
      const isSame = FIELDS.get(field)?.(items, index, text) ?? true;
      // pages that a part repeats have no metas, and empty is the seed's own image
      const isImage =
        field !== IMAGE || text === '' || repeated.has(id) || items.thumbnail[index] === readInteger(text);
      if (!isSame || !isImage) yield { index, field, text };
    }
  }
}

/** Lists pages that earlier parts have, which are repeated for their children. */
export function findRepeated(
  parts: readonly PartAudit[],
  expectation: Expectation | undefined,
): ReadonlyMap<PartAudit, ReadonlySet<number>> {
  const found = new Map<PartAudit, ReadonlySet<number>>();
  if (expectation?.repeatsPages !== true) return found;
  const before = new Set<number>();
  for (const part of parts) {
    found.set(part, before.intersection(new Set(part.items.id)));
    for (const id of part.items.id) before.add(id);
  }
  return found;
}

/** Reports a field of an item in a file that was written for the caller. @param problem its text follows the field */
export function reportField(
  { items, types, file }: PartAudit,
  index: number,
  problem: Pick<AuditProblem, 'code' | 'text'> & { field: string },
): AuditProblem {
  const slug = items.slugs.split('\0')[index] ?? '';
  const type = types[items.type[index] ?? 0] ?? '';
  const name = nameItem({ type, slug, id: items.id[index] ?? 0 });
  const named = addSubject(name, `its ${problem.field} ${problem.text}; build the files again.`);
  return { ...problem, severity: 'fault', ...named, file, line: items.line[index] ?? 1 };
}

/** Reports pages with other settings than their rows have. */
export function checkSettings(
  parts: readonly PartAudit[],
  expectation: Expectation | undefined,
): AuditProblem[] {
  if (expectation?.settings === undefined) return [];
  const repeated = findRepeated(parts, expectation);
  const problems: AuditProblem[] = [];
  for (const part of parts) {
    const others = repeated.get(part) ?? new Set();
    for (const { index, field, text: expected } of findDifferences(part, expectation, others)) {
      if (problems.length === MAX_PROBLEMS) return problems;
      const text = `isn’t "${expected}", as its row says`;
      problems.push(reportField(part, index, { code: 'setting-wrong', field, text }));
    }
  }
  return problems;
}
