/** Fixes misspelled placeholders with a known correction: `[geo–city]` becomes `[geo_city]`. */
import type { UnknownUse } from '../encoding/unknown-use.ts';
import { UsePlaces } from '../encoding/use-places.ts';
import { locateInSeed, type Seed } from '../render/seed.ts';
import type { CompiledSeed } from '../render/project.ts';
import { PLAIN_FILTER_NAMES, isFilterName } from '../language/filters.ts';
import { findMistyped, toCandidate } from '../language/nearest-column.ts';
import type { SeedEdit, SeedFix } from '../render/template.ts';

/** Equals the number that problems list. */
const MAX_FIXES = 100;
/** Characters that may need escaping in markup, JSON or CSV. */
const UNSAFE = /["'&<>\\]/;

const FILTERS = PLAIN_FILTER_NAMES.map(toCandidate);

const SERIALIZED = /^\s*[aCOs]:\d+:/;

/** Serialized PHP has the length of each text before it. */
function isSerialized(text: string, at: number): boolean {
  const opened = ['<![CDATA[', '>'].map((mark) => text.lastIndexOf(mark, at) + mark.length);
  return opened.some((start) => SERIALIZED.test(text.slice(start, start + 30)));
}

/** Corrects the filter of a placeholder: `[geo_city | uper]` → `[geo_city | upper]`. */
function correctFilter({ bracketed, unknownFilter }: UnknownUse): string | undefined {
  if (unknownFilter === undefined || isFilterName(unknownFilter.toLowerCase())) return undefined;
  const filter = findMistyped(unknownFilter, FILTERS);
  const at = bracketed.text.lastIndexOf(unknownFilter);
  if (filter === undefined || bracketed.text.indexOf(unknownFilter) !== at) return undefined;
  return bracketed.text.slice(0, at) + filter + bracketed.text.slice(at + unknownFilter.length);
}

const isSafe = (text: string | undefined): boolean => text !== undefined && !UNSAFE.test(text);

/** Returns the edit of one place; `undefined` if the seed has the placeholder in another form, such as `&#91;`. */
function findEdit({ text }: Seed, use: UnknownUse, places: UsePlaces): SeedEdit | undefined {
  const { bracketed } = use;
  const correction = isSafe(use.correction) ? use.correction : correctFilter(use);
  if (correction === undefined) return undefined;
  const at = places.find(bracketed.text);
  if (at < 0 || isSerialized(text, at)) return undefined;
  const isEscaped = bracketed.text.endsWith('\\]') && text[at - 1] === '\\';
  return { start: isEscaped ? at - 1 : at, end: at + bracketed.text.length, text: correction };
}

/** Groups fixes by the spelling that they correct, in all of its places. */
export function findCorrections(seed: Seed, { pattern, scan }: CompiledSeed): Map<string, SeedFix> {
  const places = new UsePlaces(seed.text, pattern.start);
  const edits = new Map<string, [SeedEdit, ...SeedEdit[]]>();
  const codes = new Map<string, string>();
  for (const { use } of scan.unknown) {
    const { text } = use.bracketed;
    const edit = findEdit(seed, use, places);
    if (!edit || edit.start >= pattern.end) continue;
    codes.set(text, use.unknownFilter === undefined ? 'placeholder-malformed' : 'filter-unknown');
    const known = edits.get(text);
    if (known) known.push(edit);
    else if (edits.size < MAX_FIXES) edits.set(text, [edit]);
  }
  return new Map([...edits].map(([text, list]) => [text, toFix(seed, codes.get(text) ?? '', list)]));
}

function toFix(seed: Seed, code: string, edits: [SeedEdit, ...SeedEdit[]]): SeedFix {
  const [{ start, end, text: correction }] = edits;
  return {
    code,
    ...locateInSeed(seed, seed.text.indexOf('[', start)),
    label: `Write ${correction}`,
    done: `${seed.text.slice(start, end)} → ${correction}`,
    edits,
  };
}

/** Lists the problems that an edit of the seed removes. */
export const listFixes = (seed: Seed, compiled: CompiledSeed): SeedFix[] => [
  ...compiled.pattern.fixes,
  ...findCorrections(seed, compiled).values(),
];
