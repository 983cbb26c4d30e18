/** Lists the placeholders of a seed with their places, for display. */
import { toColumnKey } from '../sheet/column-name.ts';
import { cutText } from '../text/cut-text.ts';
import { base64Encoders } from '../encoding/base64/encode-base64.ts';
import type { Hole, InnerHole } from '../encoding/piece.ts';
import type { CompiledSeed, Project } from '../render/project.ts';
import { findColumnName } from '../render/row-validator.ts';
import { findCorrections } from './correction-fixes.ts';
import { isImageName } from '../render/scan-problems.ts';
import { type Value, listSourceColumns, hasFallback } from '../language/value.ts';
import type { Columns } from '../language/columns.ts';
import { USE_WINDOW, UseCounter } from './used-in.ts';
import type { SeedFix } from '../render/template.ts';
import type { OfferedFix, Place, PlaceholderUse, SeedInspection } from './inspection.ts';
import { LineIndex } from '../text/line-index.ts';
import { findBracketed } from '../language/placeholder.ts';
import type { UnknownUse } from '../encoding/scan.ts';
import { UsePlaces } from '../encoding/use-places.ts';
import { getPlatform } from '../platforms/registry.ts';
import type { PageChoice } from '../problem.ts';
import { type Seed, locateInSeed } from '../render/seed.ts';

const MAX_PLACES = 20;
const EXCERPT_WIDTH = 160;

/** A placeholder before its places are counted. */
type NewUse = Omit<PlaceholderUse, 'count' | 'places' | 'usedIn' | 'values' | 'emptyRows'>;

/** Cuts a line to a readable width around a position. */
function cut(text: string, around: number): string {
  if (text.length <= EXCERPT_WIDTH) return text;
  const from = Math.max(0, Math.min(around - EXCERPT_WIDTH / 2, text.length - EXCERPT_WIDTH));
  // the second half of a surrogate pair isn’t a character
  const shown = cutText(text.slice(from).replace(/^[\udc00-\udfff]/, ''), EXCERPT_WIDTH);
  return `${from > 0 ? '…' : ''}${shown}${from + EXCERPT_WIDTH < text.length ? '…' : ''}`;
}

class UseIndex {
  readonly #uses = new Map<string, { use: PlaceholderUse; counter: UseCounter }>();
  readonly #seed: Seed;
  readonly #lines: LineIndex;

  constructor(seed: Seed) {
    this.#seed = seed;
    this.#lines = new LineIndex(seed.text);
  }

  #placeAt(position: number, leaf: string, context: string): Place {
    const line = this.#lines.findLine(position);
    const offset = position - this.#lines.getStart(line);
    const skipped = this.#seed.skippedLines + 1;
    const excerpt = [line - 1, line, line + 1].flatMap((index) => {
      const text = this.#lines.getText(index);
      return text === undefined ? [] : [{ line: index + skipped, text: cut(text, offset) }];
    });
    return { line: line + skipped, column: offset + 1, leaf, context, excerpt };
  }

  add(fresh: NewUse, { position, leaf, context }: { position: number; leaf: string; context: string }): void {
    const key = toColumnKey(fresh.text);
    let known = this.#uses.get(key);
    if (!known) {
      const use = { ...fresh, count: 0, places: [], usedIn: '', values: [], emptyRows: 0 };
      known = { use, counter: new UseCounter() };
      this.#uses.set(key, known);
    }
    const { use, counter } = known;
    use.count += 1;
    if (use.places.length < MAX_PLACES) use.places.push(this.#placeAt(position, leaf, context));
    const { text } = this.#seed;
    counter.add({
      leaf,
      context,
      before: text.slice(Math.max(0, position - USE_WINDOW), position),
      after: text.slice(position, position + USE_WINDOW),
    });
  }

  finish(): PlaceholderUse[] {
    return [...this.#uses.values()].map(({ use, counter }) => ({ ...use, usedIn: counter.describe() }));
  }
}

/** Returns the name of a value, for places where the seed has no brackets around it. */
function getValueName({ source, name }: Value, compiled: CompiledSeed): string | undefined {
  if (name !== undefined) return name;
  if (source.kind === 'row-slug') return 'geo_url';
  if (source.kind === 'row-number') return 'row_number';
  if (source.kind === 'column') return compiled.columns.names[source.column];
  return source.kind === 'city-state' ? 'geo_url' : undefined;
}

function describe(text: string, compiled: CompiledSeed, hasTable: boolean): NewUse {
  const name = findBracketed(text)[0]?.name ?? '';
  const resolved = compiled.columns.resolve(name);
  const choice = compiled.columns.findChoice(name);
  if (choice && 'text' in choice) return { text, state: 'text', columns: [], choice };
  if (!hasTable && resolved?.derived !== true) return { text, state: 'waiting', columns: [] };
  return {
    text,
    state: resolved?.derived ? 'derived' : 'column',
    columns: resolved?.columns ?? [],
    ...(choice && { choice }),
  };
}

/** Finds the value in the slug, with or without brackets; otherwise returns the start of the slug. */
function slugPosition(seed: Seed, { slugText, pattern }: CompiledSeed, name: string): number {
  if (!slugText) return pattern.start;
  const raw = seed.text.slice(slugText.from, slugText.to).toLowerCase();
  const at = [`[${name}]`, name, name.replaceAll('_', '-')].map((form) => raw.indexOf(form.toLowerCase()));
  return slugText.from + (at.find((index) => index >= 0) ?? 0);
}

/** Lists the placeholder itself, or those in a base64 text, with the context of each. */
function holesIn(hole: Hole): InnerHole[] {
  const around = [base64Encoders.base64, ...hole.encoders];
  return hole.inner?.map((inner) => ({ ...inner, encoders: [...inner.encoders, ...around] })) ?? [hole];
}

/** @param nearest name of a placeholder */
function nearestColumn(nearest: string | undefined, columns: Columns): Pick<NewUse, 'nearest'> {
  const [column, ...others] = nearest === undefined ? [] : (columns.resolve(nearest)?.columns ?? []);
  return column === undefined || others.length > 0 ? {} : { nearest: column };
}

/** Filled by a column or a text, or left unchanged; other faults are fixed in the seed. */
const canBeMatched = ({ unknownFilter, flaw, encoded }: UnknownUse): boolean =>
  unknownFilter === undefined && flaw === undefined && encoded === undefined;

function missingChoice(
  { bracketed, missingColumn }: UnknownUse,
  columns: Columns,
): Pick<NewUse, 'choice' | 'missingColumn'> {
  const choice = columns.findChoice(bracketed.name);
  return choice && missingColumn !== undefined ? { choice, missingColumn } : {};
}

function collectUses(
  seed: Seed,
  compiled: CompiledSeed,
  { hasTable, corrections }: { hasTable: boolean; corrections: ReadonlyMap<string, unknown> },
): PlaceholderUse[] {
  const uses = new UseIndex(seed);
  const { pattern } = compiled;
  pattern.pieces.forEach((piece, index) => {
    if (piece.kind !== 'hole' || piece.text === '') return;
    for (const { text: written, value, encoders } of holesIn(piece)) {
      const context = encoders
        .map(({ label }) => label)
        .toReversed()
        .join(' › ');
      const text = written.startsWith('[') ? written : `[${getValueName(value, compiled)}]`;
      uses.add(describe(text, compiled, hasTable), {
        position: piece.start,
        leaf: pattern.leaves[index] ?? '',
        context,
      });
    }
  });
  for (const part of compiled.slug) {
    const name = typeof part === 'string' ? undefined : getValueName(part, compiled);
    if (name !== undefined)
      uses.add(describe(`[${name}]`, compiled, hasTable), {
        position: slugPosition(seed, compiled, name),
        leaf: 'slug',
        context: 'slug',
      });
  }
  const places = new UsePlaces(seed.text, pattern.start);
  for (const { use, leaf } of compiled.scan.unknown) {
    const { text } = use.bracketed;
    if (corrections.has(text) || !canBeMatched(use)) continue;
    const found = places.next(use);
    const unknown = {
      text,
      state: hasTable ? ('unknown' as const) : ('waiting' as const),
      columns: [],
      ...nearestColumn(use.nearest, compiled.columns),
      ...missingChoice(use, compiled.columns),
      ...(isImageName(use.bracketed.name) && { isImage: true as const }),
    };
    uses.add(unknown, { position: found < 0 ? pattern.start : found, leaf, context: '' });
  }
  return uses.finish();
}

/** Counts the kinds of placeholders in a seed, and how many of them a column or Geoloom fills. */
export function countPlaceholders(
  seed: Seed,
  compiled: CompiledSeed | undefined,
): { filled: number; total: number } {
  const uses = compiled
    ? collectUses(seed, compiled, { hasTable: true, corrections: findCorrections(seed, compiled) })
    : [];
  return { filled: uses.filter(({ state }) => state !== 'unknown').length, total: uses.length };
}

/** Values of the placeholders, by the placeholder as first written. */
function mapValues(compiled: CompiledSeed): Map<string, Value> {
  const values = new Map<string, Value>();
  for (const part of compiled.slug)
    if (typeof part !== 'string') values.set(toColumnKey(`[${getValueName(part, compiled)}]`), part);
  for (const piece of compiled.pattern.pieces)
    if (piece.kind === 'hole' && piece.text !== '')
      for (const { text, value } of holesIn(piece)) values.set(toColumnKey(text), value);
  return values;
}

/** Counts the rows with an empty value that wasn’t chosen to be empty. */
function countEmptyRows(value: Value, empty: readonly number[]): number {
  const [first] = hasFallback(value) ? [] : listSourceColumns(value.source);
  return first === undefined ? 0 : (empty[first] ?? 0);
}

/** Values that the sheet has for the placeholders. */
export interface SheetValues {
  /** Value for the sample row; omitted if no row gives a page. */
  sample: ((value: Value) => string) | undefined;
  /** The first two values that differ. */
  readFirst: (value: Value) => string[];
  /** Number of rows in which each column is empty. */
  empty: readonly number[];
}

function addValues(
  uses: PlaceholderUse[],
  compiled: CompiledSeed,
  { sample, readFirst, empty }: SheetValues,
): void {
  const values = mapValues(compiled);
  for (const use of uses) {
    const value = values.get(toColumnKey(use.text));
    if (!value) continue;
    if (sample) use.sample = sample(value);
    use.values = readFirst(value);
    use.emptyRows = countEmptyRows(value, empty);
  }
}

function listUntouched(seed: Seed, { scan, pattern }: CompiledSeed): SeedInspection['untouched'] {
  const lines = new LineIndex(seed.text);
  const places = new UsePlaces(seed.text, pattern.start);
  return [...scan.untouched].map(([text, count]) => {
    const at = places.find(text);
    return { text, count, ...(at >= 0 && { line: lines.findLine(at) + seed.skippedLines + 1 }) };
  });
}

function toOffered({ code, line, column, label, done }: SeedFix): OfferedFix {
  return { code, line, column, label, done };
}

/** Inspects the contents of a seed, with values of the sheet if there is one. */
export function inspectSeed(
  seed: Seed,
  compiled: CompiledSeed | undefined,
  options: {
    /** Omitted without a sheet. */
    sheet?: SheetValues | undefined;
    choices?: readonly PageChoice[] | undefined;
  },
): SeedInspection {
  const corrections = compiled ? findCorrections(seed, compiled) : new Map<string, SeedFix>();
  const fixes = [...(compiled?.pattern.fixes ?? []), ...corrections.values()];
  const hasTable = options.sheet !== undefined;
  const placeholders = compiled ? collectUses(seed, compiled, { hasTable, corrections }) : [];
  if (compiled && options.sheet) addValues(placeholders, compiled, options.sheet);
  const { pattern } = compiled ?? {};
  return {
    file: seed.file,
    bytes: seed.bytes,
    platform: seed.platform,
    format: seed.format,
    ...getPlatform(seed.platform).describe(seed, compiled),
    ...(pattern
      ? {
          pattern: {
            title: pattern.title,
            type: pattern.type,
            id: pattern.id,
            line: locateInSeed(seed, pattern.start).line,
          },
        }
      : {}),
    ...(options.choices && options.choices.length > 0 && { choices: [...options.choices] }),
    media: compiled?.media ?? 0,
    parents: compiled?.parents ?? 0,
    placeholders,
    untouched: compiled ? listUntouched(seed, compiled) : [],
    ...(fixes.length > 0 && { fixes: fixes.map(toOffered) }),
  };
}

/** Counts the places that each column fills. */
export function countPlaces(
  compiled: CompiledSeed | undefined,
  project: Project | undefined,
): Map<string, number> {
  const places = new Map<string, number>();
  if (!compiled || !project) return places;
  const count = (value: Value) => {
    const field = findColumnName(project, value);
    if (field !== undefined) places.set(field, (places.get(field) ?? 0) + 1);
  };
  for (const piece of compiled.pattern.pieces)
    if (piece.kind === 'hole') for (const { value } of holesIn(piece)) count(value);
  for (const part of compiled.slug) if (typeof part !== 'string') count(part);
  return places;
}
