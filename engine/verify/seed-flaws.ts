/**
 * Flaws of the seed itself, such as malformed JSON. Only changes by filling are faults, so a page may have as
 * many flaws of a kind as the seed.
 */

/** Number of flaws by kind; `toFlawKey` makes the keys. */
export type SeedFlaws = Readonly<Record<string, number>>;

/** A finding about one text of a page. */
interface FlawFinding {
  code: string;
  field?: string;
  shape?: string;
  isExcusable?: true;
}

const TAGS_CHANGED = 'tags-changed';

/** The text of a field has other template tags than the seed; a page that is the seed's own has its shape. */
export function toTagFinding(shape: string): {
  code: string;
  severity: 'fault';
  text: string;
  shape: string;
} {
  const text =
    'The template tags in this text ("{{ }}", "{% %}") differ from the seed’s because a cell changed them. Fix the cells used here.';
  return { code: TAGS_CHANGED, severity: 'fault', text, shape };
}

/** The key of a field in which the seed has template tags. */
function tagField(field: string): string {
  return `${TAGS_CHANGED} ${field}`;
}

/** True if the seed has template tags in this field: each page must have the same. */
export function hasTags(flaws: SeedFlaws, field: string): boolean {
  return flaws[tagField(field)] !== undefined;
}

/** Keys that a finding of the seed's own page adds to its flaws. */
export function toFlawKeys(finding: FlawFinding): string[] {
  const kind = toFlawKey(finding);
  if (kind === undefined) return [];
  return finding.shape === undefined ? [kind] : [kind, tagField(finding.field ?? '')];
}

/** The key by which flaws are counted; `undefined` for a finding that a seed can't excuse. */
export function toFlawKey({ code, field = '', shape, isExcusable }: FlawFinding): string | undefined {
  if (shape !== undefined) return `${tagField(field)} ${shape}`;
  return isExcusable ? `${code} ${field}` : undefined;
}

/**
 * Findings of one item without those that the seed has itself.
 * @param isPattern the item is built from the seed to find its flaws
 */
export function filterSeedFlaws<Finding extends FlawFinding>(
  findings: readonly Finding[],
  flaws: SeedFlaws,
  isPattern = false,
): readonly Finding[] {
  const seen = new Map<string, number>();
  const left = findings.filter((finding) => {
    const kind = toFlawKey(finding);
    if (kind === undefined) return true;
    if (finding.shape !== undefined)
      return isPattern || (hasTags(flaws, finding.field ?? '') && flaws[kind] === undefined);
    const count = (seen.get(kind) ?? 0) + 1;
    seen.set(kind, count);
    return count > (flaws[kind] ?? 0);
  });
  if (isPattern || left.every(({ shape }) => shape === undefined)) return left;
  return left.map((finding) => ({ ...finding, shape: undefined }));
}
