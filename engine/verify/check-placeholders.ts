/** Decides which bracketed texts of a part are placeholders that were never filled. */
import type { Problem } from '../problem.ts';
import { cut } from './finding.ts';
import { bareName, findBracketed, isEncodedName, placeholderKey } from './find-bracketed.ts';
import type { Expectation } from './platform-audit.ts';
import type { UndoSigns } from './undo-layers.ts';

/** The texts of a part in which placeholders are searched. */
export interface TextPart {
  file: string;
  /** Ids of the records, and their slugs separated by U+0000. */
  items: { line: Uint32Array; id: Float64Array; slugs: string };
  texts: readonly string[];
  fields: readonly string[];
  textUses: Int32Array;
  /** The platform's name for the field of the slug. */
  slugField?: string;
  /** Decodes the platform's signs for brackets. */
  undoSigns?: UndoSigns;
}

/** A name that looks like a placeholder, unlike `[1]`, `[x]` and remarks. */
const BARE = /^\p{L}[\p{L}\p{M}\p{N} _-]{1,39}$/u;
const BARE_WORDS = 3;

function isBare(name: string): boolean {
  return BARE.test(name) && name.split(/ +/u).length <= BARE_WORDS;
}

function toKeys(texts: readonly string[] = []): Set<string> {
  return new Set(texts.map((text) => placeholderKey(bareName(text))));
}

/** True if one of the row's own texts has this name in brackets. */
function isOwnText(text: string, own: readonly string[], undoSigns?: UndoSigns): boolean {
  const key = placeholderKey(bareName(text));
  let isOwn = false;
  for (const given of own) {
    const compare = (found: string) => {
      isOwn ||= placeholderKey(bareName(found)) === key;
    };
    findBracketed(given, compare, undoSigns);
  }
  return isOwn;
}

function describeItem(part: TextPart, slugs: readonly string[], item: number): string {
  if (item === -1) return 'The channel';
  const slug = slugs[item] ?? '';
  return slug === '' ? `Item ${part.items.id[item] ?? 0}` : `Page "${cut(slug, 100)}"`;
}

/** Without the seed, only names that begin with "geo" differ from shortcodes. */
function reportSuspects(part: TextPart): Problem[] {
  const counts = new Map<number, { count: number; line: number }>();
  for (let at = 0; at < part.textUses.length; at += 4) {
    const text = part.textUses[at + 1] ?? 0;
    if (!placeholderKey(bareName(part.texts[text] ?? '')).startsWith('geo')) continue;
    const entry = counts.get(text) ?? { count: 0, line: part.textUses[at + 2] ?? 0 };
    counts.set(text, { ...entry, count: entry.count + 1 });
  }
  return [...counts].map(([text, { count, line }]) => ({
    code: 'placeholder-suspected',
    severity: 'notice',
    text: `[${bareName(part.texts[text] ?? '')}] is in ${count} ${count === 1 ? 'item' : 'items'}; it looks like a placeholder that wasn’t filled.`,
    file: part.file,
    line,
  }));
}

/** Slugs may lose their brackets, so the bare name counts. */
function checkSlugs(part: TextPart, slugs: readonly string[], expectation: Expectation): Problem[] {
  const names = (expectation.placeholders ?? [])
    .map((text) =>
      bareName(text)
        .toLowerCase()
        .replaceAll(/[^a-z0-9_]+/gu, '-'),
    )
    .filter((name) => name.includes('_'));
  if (names.length === 0) return [];
  const pattern = new RegExp(`(?:^|[^a-z0-9_])(${[...new Set(names)].join('|')})(?![a-z0-9_])`, 'u');
  const problems: Problem[] = [];
  for (const [item, slug] of slugs.entries()) {
    const found = slug.includes('_') ? pattern.exec(slug)?.[1] : undefined;
    const id = part.items.id[item] ?? 0;
    if (
      found === undefined ||
      isOwnText(`[${found}]`, expectation.expectedTexts?.[id] ?? []) ||
      expectation.statics?.includes(id)
    )
      continue;
    problems.push({
      code: 'placeholder-unfilled',
      severity: 'fault',
      text: `${describeItem(part, slugs, item)}: ${found} wasn’t filled in the slug.`,
      file: part.file,
      line: part.items.line[item] ?? 0,
      field: part.slugField ?? 'slug',
    });
  }
  return problems;
}

/** Classifies each text of a part as if it were on a page made from a row. */
function checkTexts(texts: readonly string[], expectation: Expectation) {
  const seeds = toKeys(expectation.placeholders);
  const columns = toKeys(expectation.columns);
  const kept = toKeys(expectation.kept);
  return texts.map((text): { isOfSeed: boolean; code?: string; harm?: string } => {
    const name = bareName(text);
    const key = placeholderKey(name);
    const isOfSeed = seeds.has(key);
    if (isOfSeed || (columns.has(key) && !kept.has(key)))
      return { isOfSeed, code: 'placeholder-unfilled', harm: 'wasn’t filled' };
    const isPublished =
      expectation.kept !== undefined && !isEncodedName(text) && isBare(name) && !kept.has(key);
    return isPublished
      ? { isOfSeed, code: 'bracket-published', harm: 'has no matching column and is published' }
      : { isOfSeed };
  });
}

/** Reports the seed's placeholders that were not filled, and bracketed names that the seed doesn't preserve. */
export function checkPlaceholders(part: TextPart, expectation: Expectation | undefined): Problem[] {
  if (expectation?.placeholders === undefined) return reportSuspects(part);
  const verdicts = checkTexts(part.texts, expectation);
  const slugs = part.items.slugs.split('\0');
  const problems = checkSlugs(part, slugs, expectation);
  for (let at = 0; at < part.textUses.length; at += 4) {
    const [item = -1, text = 0, line = 0, field = 0] = part.textUses.subarray(at, at + 4);
    const { isOfSeed, code, harm } = verdicts[text] ?? {};
    if (code === undefined) continue;
    const found = part.texts[text] ?? '';
    const id = item === -1 ? 0 : (part.items.id[item] ?? 0);
    // copied records and the channel are the site's own
    const isCopied = item === -1 || expectation.statics?.includes(id) === true;
    if (isCopied && (isOfSeed !== true || isEncodedName(found))) continue;
    if (item !== -1 && isOwnText(found, expectation.expectedTexts?.[id] ?? [], part.undoSigns)) continue;
    problems.push({
      code,
      severity: 'fault',
      text: `${describeItem(part, slugs, item)}: [${bareName(found)}]${isEncodedName(found) ? ', encoded,' : ''} ${harm}.`,
      file: part.file,
      line,
      field: part.fields[field] ?? '',
    });
  }
  return problems;
}
