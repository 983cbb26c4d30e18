/**
 * Flaws that the seed has itself: JSON that does not parse was the author's own before any row was filled
 * in. Only what the filling changes is judged, so as many flaws of a kind as the seed has are no fault.
 */

/** Elementor shows an empty page instead, so its data is judged all the same. */
const JUDGED_FIELDS = new Set(['meta _elementor_data', 'meta _elementor_controls_usage']);
/** WordPress reads on behind broken attributes of a block, so those are no harmless flaw. */
const FLAW_CODES = new Set([
  'block-unbalanced',
  'comment-open',
  'json-ld-broken',
  'meta-json-broken',
  'meta-serialized-cut',
  'hubl-in-text',
]);

/** Number of flaws by kind; `kindOfFlaw` makes the keys. */
export type SeedFlaws = Readonly<Record<string, number>>;

/** What flaws are counted by; `undefined` where a finding is none that a seed may have. */
export function kindOfFlaw({ code, field = '' }: { code: string; field?: string }): string | undefined {
  return FLAW_CODES.has(code) && !JUDGED_FIELDS.has(field) ? `${code} ${field}` : undefined;
}

/** Findings of one item without those that the seed has itself. */
export function withoutSeedFlaws<Finding extends { code: string; field?: string }>(
  findings: readonly Finding[],
  flaws: SeedFlaws,
): readonly Finding[] {
  const seen = new Map<string, number>();
  return findings.filter((finding) => {
    const kind = kindOfFlaw(finding);
    if (kind === undefined) return true;
    const count = (seen.get(kind) ?? 0) + 1;
    seen.set(kind, count);
    return count > (flaws[kind] ?? 0);
  });
}
