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

/** Reports pages with other settings than their rows have. */
export function checkSettings(
  parts: readonly PartAudit[],
  expectation: Expectation | undefined,
): AuditProblem[] {
  if (expectation?.settings === undefined) return [];
  const repeated = findRepeated(parts, expectation);
  const problems: AuditProblem[] = [];
  for (const part of parts) {
    const slugs = part.items.slugs.split('\0');
    for (const { index, field, text } of findDifferences(
      part,
      expectation,
      repeated.get(part) ?? new Set(),
    )) {
      if (problems.length === MAX_PROBLEMS) return problems;
      const { items, types, file } = part;
      const type = types[items.type[index] ?? 0] ?? '';
      const name = nameItem({ type, slug: slugs[index] ?? '', id: items.id[index] ?? 0 });
      const named = addSubject(name, `its ${field} isn’t "${text}", as its row says; build the files again.`);
      const line = items.line[index] ?? 1;
      problems.push({ code: 'setting-wrong', severity: 'fault', ...named, field, file, line });
    }
  }
  return problems;
}
