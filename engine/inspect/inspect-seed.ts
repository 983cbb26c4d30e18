/** Lists the placeholders of a seed with their places, for display. */
import { toColumnKey } from '../sheet/column-name.ts';
import { cutAround } from '../text/cut-text.ts';
import { type Piece, listHoles, listPieceConstructs } from '../encoding/piece.ts';
import type { CompiledSeed, Project } from '../render/project.ts';
import { findColumnName, getValueName, listUsedColumns } from '../render/used-columns.ts';
import { findCorrections } from './correction-fixes.ts';
import { isImageName } from '../render/scan-problems.ts';
import { type Value, hasFallback, listSourceColumns } from '../language/value.ts';
import type { Columns } from '../language/columns.ts';
import { USE_WINDOW, UseCounter } from './used-in.ts';
import type { SeedFix } from '../render/template.ts';
import type { OfferedFix, Place, PlaceholderUse, SeedInspection } from './inspection.ts';
import { findBracketed } from '../language/placeholder.ts';
import type { UnknownUse } from '../encoding/unknown-use.ts';
import { UsePlaces } from '../encoding/use-places.ts';
import { getPlatform } from '../platforms/registry.ts';
import type { PageChoice } from '../problem.ts';
import { type Seed, getLines, locateInSeed } from '../render/seed.ts';

const MAX_PLACES = 20;

/** A placeholder before its places are counted. */
type NewUse = Omit<PlaceholderUse, 'count' | 'places' | 'usedIn' | 'values' | 'emptyRows'>;

class UseIndex {
  readonly #uses = new Map<string, { use: PlaceholderUse; counter: UseCounter }>();
  readonly #seed: Seed;

  constructor(seed: Seed) {
    this.#seed = seed;
  }

  #placeAt(position: number, leaf: string, context: string): Place {
    const { line, column } = locateInSeed(this.#seed, position);
    const lines = getLines(this.#seed);
    const excerpt = [line - 1, line, line + 1].flatMap((number) => {
      const text = lines.getText(number - 1 - this.#seed.skippedLines);
      return text === undefined ? [] : [{ line: number, text: cutAround(text, column - 1) }];
    });
    return { line, column, leaf, context, excerpt };
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

/** Entries of a list and values of a neighbor, which no column can be matched with. */
const isGivenByConstruct = ({ source }: Value): boolean =>
  source.kind === 'item' || source.kind === 'near' || source.kind === 'near-distance';

/** A value that the seed names, and where. */
interface NamedValue {
  /** `[geo_city | upper]` */
  text: string;
  value: Value;
  /** Position in the seed's text. */
  position: number;
  leaf: string;
  context: string;
}

const nameMarkerContext = (marker: string): string =>
  /^\[\s*(?:else\s*)?if\b/i.test(marker) ? 'condition' : 'list';

/** Lists the names in the markers of a piece. */
function listMarkerNames(piece: Piece, leaf: string): NamedValue[] {
  const isEncoded = piece.kind === 'hole' && piece.value.source.kind === 'base64';
  return listPieceConstructs([piece]).flatMap(({ bodies }) =>
    bodies.flatMap(({ names, marker: { kind }, place }) =>
      names.map(([name, value]) => ({
        text: `[${name}]`,
        value,
        position: isEncoded ? piece.start : place.start,
        leaf,
        context: kind === 'if' || kind === 'elseif' ? 'condition' : 'list',
      })),
    ),
  );
}

/** Lists the values that columns can be matched with: of the page, of its markers and of its slug. */
function listNamedValues(seed: Seed, compiled: CompiledSeed): NamedValue[] {
  const { pattern, columns, slug } = compiled;
  const inPage = pattern.pieces.flatMap((piece, index) => {
    const leaf = pattern.leaves[index] ?? '';
    const holes = listHoles([piece]).filter(({ text }) => text !== '');
    const named = holes.map(({ text, value, encoders, start }) => {
      const labels = encoders.map(({ label }) => label).toReversed();
      const name = text.startsWith('[') ? text : `[${getValueName(value, columns)}]`;
      return { text: name, value, position: start, leaf, context: labels.join(' › ') };
    });
    return [...named, ...listMarkerNames(piece, leaf)].filter(({ value }) => !isGivenByConstruct(value));
  });
  const inSlug = slug.flatMap((value): NamedValue[] => {
    const name = typeof value === 'string' ? undefined : getValueName(value, columns);
    if (typeof value === 'string' || name === undefined) return [];
    const position = slugPosition(seed, compiled, name);
    return [{ text: `[${name}]`, value, position, leaf: 'slug', context: 'slug' }];
  });
  return [...inPage, ...inSlug];
}

function collectUses(
  seed: Seed,
  compiled: CompiledSeed,
  { hasTable, corrections }: { hasTable: boolean; corrections: ReadonlyMap<string, unknown> },
): PlaceholderUse[] {
  const uses = new UseIndex(seed);
  const { pattern } = compiled;
  for (const { text, ...place } of listNamedValues(seed, compiled))
    uses.add(describe(text, compiled, hasTable), place);
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
    const context = use.marker === undefined ? '' : nameMarkerContext(use.marker);
    uses.add(unknown, { position: found < 0 ? pattern.start : found, leaf, context });
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
  /** Number of rows in which a page would show an empty cell of each column. */
  empty: readonly number[];
}

function addValues(
  uses: PlaceholderUse[],
  named: readonly NamedValue[],
  { sample, readFirst, empty }: SheetValues,
): void {
  const values = new Map(named.toReversed().map(({ text, value }) => [toColumnKey(text), value]));
  for (const use of uses) {
    const value = values.get(toColumnKey(use.text));
    if (!value) continue;
    if (sample) use.sample = sample(value);
    use.values = readFirst(value);
    use.emptyRows = countEmptyRows(value, empty);
  }
}

function listUntouched(seed: Seed, { scan, pattern }: CompiledSeed): SeedInspection['untouched'] {
  const places = new UsePlaces(seed.text, pattern.start);
  return [...scan.untouched].map(([text, count]) => {
    const at = places.find(text);
    return { text, count, ...(at >= 0 && { line: locateInSeed(seed, at).line }) };
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
  if (compiled && options.sheet) addValues(placeholders, listNamedValues(seed, compiled), options.sheet);
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

/**
 * Counts the places that each column fills or decides; a column that is read otherwise, such as for a page setting, has
 * one.
 * @param read indexes of columns that are read for other columns and lists
 */
export function countPlaces(project: Project | undefined, read: readonly number[]): Map<string, number> {
  const places = new Map<string, number>();
  if (!project) return places;
  for (const { value } of listNamedValues(project.seed, project)) {
    const field = findColumnName(project, value);
    if (field !== undefined) places.set(field, (places.get(field) ?? 0) + 1);
  }
  for (const column of [...listUsedColumns(project), ...read]) {
    const { name = '' } = project.table.columns[column] ?? {};
    if (!places.has(name)) places.set(name, 1);
  }
  return places;
}
