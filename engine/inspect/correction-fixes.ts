/** Fixes of misspelled placeholders whose right spelling is known: `[geo–city]` becomes `[geo_city]`. */
import type { UnknownUse } from '../contexts/scan.ts';
import { UsePlaces } from '../contexts/use-places.ts';
import { placeInSeed, type Seed } from '../fill/seed.ts';
import type { CompiledSeed } from '../fill/project.ts';
import type { SeedEdit, SeedFix } from '../fill/template.ts';

/** As many as problems list. */
const MAX_FIXES = 100;
/** Characters that a text in markup, JSON or CSV may not be able to hold as they are. */
const UNSAFE = /["'&<>\\]/;

const SERIALIZED = /^\s*[aCOs]:\d+:/;

/** Texts of serialized PHP have their length before them. */
function isSerialized(text: string, at: number): boolean {
  const opened = ['<![CDATA[', '>'].map((mark) => text.lastIndexOf(mark, at) + mark.length);
  return opened.some((start) => SERIALIZED.test(text.slice(start, start + 30)));
}

/** The edit of one place; nothing where the seed has the placeholder in another form, such as `&#91;`. */
function findEdit(
  { text }: Seed,
  { bracketed, correction }: UnknownUse,
  places: UsePlaces,
): SeedEdit | undefined {
  if (correction === undefined || UNSAFE.test(correction)) return undefined;
  const at = places.find(bracketed.text);
  if (at < 0 || isSerialized(text, at)) return undefined;
  const isEscaped = bracketed.text.endsWith('\\]') && text[at - 1] === '\\';
  return { start: isEscaped ? at - 1 : at, end: at + bracketed.text.length, text: correction };
}

/** Fixes by the spelling that each corrects, in all of its places. */
export function findCorrections(seed: Seed, { pattern, scan }: CompiledSeed): Map<string, SeedFix> {
  const places = new UsePlaces(seed.text, pattern.start);
  const edits = new Map<string, [SeedEdit, ...SeedEdit[]]>();
  for (const { use } of scan.unknown) {
    const { text } = use.bracketed;
    const edit = findEdit(seed, use, places);
    if (!edit || edit.start >= pattern.end) continue;
    const known = edits.get(text);
    if (known) known.push(edit);
    else if (edits.size < MAX_FIXES) edits.set(text, [edit]);
  }
  return new Map([...edits].map(([text, list]) => [text, toFix(seed, list)]));
}

function toFix(seed: Seed, edits: [SeedEdit, ...SeedEdit[]]): SeedFix {
  const [{ start, end, text: correction }] = edits;
  return {
    code: 'placeholder-malformed',
    ...placeInSeed(seed, seed.text.indexOf('[', start)),
    label: `Write ${correction}`,
    done: `${seed.text.slice(start, end)} → ${correction}`,
    edits,
  };
}

/** Everything that an edit of the seed removes. */
export const listFixes = (seed: Seed, compiled: CompiledSeed): SeedFix[] => [
  ...compiled.pattern.fixes,
  ...findCorrections(seed, compiled).values(),
];
