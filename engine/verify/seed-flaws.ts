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

interface TagFinding {
  code: string;
  severity: 'fault';
  text: string;
  shape: string;
}

const TAGS_CHANGED = 'tags-changed';
/** Set if each page has only some of the seed's template tags, as its constructs choose. */
export const VARIED_TAGS = 'tags-varied';

/** The text of a field has other template tags than the seed; a page that is the seed's own has its shape. */
export function toTagFinding(shape: string): TagFinding {
  const text =
    'The template tags in this text ("{{ }}", "{% %}") differ from the seed’s because a cell changed them. Fix the cells used here.';
  return { code: TAGS_CHANGED, severity: 'fault', text, shape };
}

/** The key of a field in which the seed has template tags. */
function tagField(field: string): string {
  return `${TAGS_CHANGED} ${field}`;
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

/** Compares the findings of pages with the flaws of their seed. */
export class SeedComparison {
  readonly #flaws: SeedFlaws;
  readonly #isPattern: boolean;

  /** `isPattern`: the items are built from the seed to find its flaws. */
  constructor({ flaws = {}, isPattern = false }: { flaws?: SeedFlaws; isPattern?: boolean }) {
    this.#flaws = flaws;
    this.#isPattern = isPattern;
  }

  /** True if the seed has these template tags; on a page with constructs, all of these among its own. */
  #hasShape(kind: string, { field = '', shape = '' }: FlawFinding): boolean {
    if (this.#flaws[kind] !== undefined) return true;
    if (this.#flaws[VARIED_TAGS] === undefined) return false;
    const start = `${tagField(field)} `;
    const known = new Set(
      Object.keys(this.#flaws).flatMap((key) =>
        key.startsWith(start) ? key.slice(start.length).split('\n') : [],
      ),
    );
    return shape.split('\n').every((tag) => tag === '' || known.has(tag));
  }

  /** True if the seed has template tags in this field: each page must have the same. */
  hasTags(field: string): boolean {
    return this.#flaws[tagField(field)] !== undefined;
  }

  /** Findings of a text whose template tags may differ from those of the seed. */
  checkTags(text: string, field: string, readShape: (text: string) => string): TagFinding[] {
    const hasOwn = this.hasTags(field);
    if (!hasOwn && !this.#isPattern) return [];
    const shape = readShape(text);
    return hasOwn || shape !== '' ? [toTagFinding(shape)] : [];
  }

  /** Findings of one item without those that the seed has itself. */
  filter<Finding extends FlawFinding>(findings: readonly Finding[]): readonly Finding[] {
    const seen = new Map<string, number>();
    const left = findings.filter((finding) => {
      const kind = toFlawKey(finding);
      if (kind === undefined) return true;
      if (finding.shape !== undefined)
        return this.#isPattern || (this.hasTags(finding.field ?? '') && !this.#hasShape(kind, finding));
      const count = (seen.get(kind) ?? 0) + 1;
      seen.set(kind, count);
      return count > (this.#flaws[kind] ?? 0);
    });
    if (this.#isPattern || left.every(({ shape }) => shape === undefined)) return left;
    return left.map((finding) => ({ ...finding, shape: undefined }));
  }
}
