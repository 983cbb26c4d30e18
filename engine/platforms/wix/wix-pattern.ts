/**
 * The row of a collection that serves as the pattern, compiled: every cell is written in quotation marks,
 * system fields anew, all others as the seed has them with the placeholders filled.
 */
import { csvEncoders } from '../../encoding/csv/encode-csv.ts';
import { type GuardedText, type Piece, comparePieces, countText, liftPieces } from '../../encoding/piece.ts';
import { outlineJson } from '../../encoding/json/scan-json.ts';
import { scanString } from '../../encoding/scan-text.ts';
import type { Scan } from '../../encoding/scan.ts';
import { locateInSeed } from '../../render/seed.ts';
import type { Pattern } from '../../render/template.ts';
import { TEXT_BYTES } from '../../limits.ts';
import type { Problem } from '../../problem.ts';
import { identityValue } from '../../language/value.ts';
import { PageData } from '../shared/page-data.ts';
import type { CsvCell, CsvRecord } from '../shared/csv/csv-cells.ts';
import { shareCell } from './item-facts.ts';
import { type WixSeed, nameKey } from './wix-seed.ts';

const SLUG_COLUMNS = ['slug', 'url slug', 'page slug', 'permalink', 'path'];
const EMPTIED = new Set(['created date', 'updated date']);
const JSON_START = /^\s*(?:\{\s*"|\[\s*\{)/;
/** Wix makes the address of an item's page itself; the column is called after the page and `(Item)`. */
const PAGE_LINK = /\(item\)\s*$/i;

/** Index of the column of that name; -1 where there is none. */
function columnNamed(seed: WixSeed, names: readonly string[]): number {
  for (const name of names) {
    const index = seed.names.findIndex((each) => nameKey(each) === name);
    if (index >= 0) return index;
  }
  return -1;
}

/** The column that the slug is in. */
export function slugColumn(seed: WixSeed): number {
  return columnNamed(seed, SLUG_COLUMNS);
}

/** The primary field: the page's address is made of it where there is no slug. */
export function titleColumn(seed: WixSeed): number {
  const titled = columnNamed(seed, ['title', 'name']);
  return titled >= 0
    ? titled
    : seed.names.findIndex((name) => !['id', 'owner', ...EMPTIED].includes(nameKey(name)));
}

/** Is it the column of an item's own address? */
export function isPageLink(name: string): boolean {
  return PAGE_LINK.test(name);
}

class PatternCompiler {
  readonly #seed: WixSeed;
  readonly #row: CsvRecord;
  readonly #scan: Scan;
  readonly #found: { piece: Piece; leaf: string }[] = [];
  readonly #limits: Pattern['limits'] = [];
  readonly #texts = new Map<string, GuardedText>();
  readonly #problems: Problem[] = [];
  readonly #facts: PageData;

  constructor(seed: WixSeed, row: CsvRecord, scan: Scan) {
    this.#seed = seed;
    this.#row = row;
    this.#scan = scan;
    this.#facts = new PageData(seed);
  }

  compile(): Pattern {
    const slug = slugColumn(this.#seed);
    const title = titleColumn(this.#seed);
    for (const [index, cell] of this.#row.cells.entries()) this.#cell(cell, index, index === slug);
    const sorted = this.#found.sort((a, b) => comparePieces(a.piece, b.piece));
    const titleText = this.#texts.get(this.#seed.names[title] ?? '');
    if (titleText) this.#texts.set('title', titleText);
    const { problems, fixes } = this.#facts.finish();
    return {
      start: this.#row.start,
      end: this.#row.end,
      title: this.#row.cells[title]?.decoded.text ?? '',
      type: 'item',
      id: 0,
      pieces: sorted.map(({ piece }) => piece),
      leaves: sorted.map(({ leaf }) => leaf),
      limits: this.#limits,
      texts: this.#texts,
      problems: [...this.#problems, ...problems],
      fixes,
    };
  }

  #add(leaf: string, pieces: readonly Piece[]): void {
    for (const piece of pieces) this.#found.push({ piece, leaf });
  }

  #cell(cell: CsvCell, index: number, isSlug: boolean): void {
    const name = this.#seed.names[index] ?? '';
    const key = nameKey(name);
    const { start, end, decoded } = cell;
    if (key === 'id') this.#replace(cell, name, 'id');
    else if (isSlug) {
      this.#replace(cell, name, 'slug');
      // what the seed has there is of no page; it only reports what the person meant
      this.#scan.leaf = name;
      this.#scan.find(decoded.text, undefined);
    } else if (EMPTIED.has(key) || (isPageLink(name) && !this.#scan.columns.fillsAny(decoded.text)))
      this.#add(name, [{ kind: 'rewrite', start, end, text: '""' }]);
    else {
      shareCell(this.#facts, cell, name);
      this.#fill(cell, name);
    }
  }

  #replace({ start, end }: CsvCell, leaf: string, field: string): void {
    this.#add(leaf, [
      { kind: 'rewrite', start, end, text: '"' },
      { kind: 'hole', start: end, end, value: identityValue(field), encoders: [csvEncoders.csv], text: '' },
      { kind: 'rewrite', start: end, end, text: '"' },
    ]);
  }

  #fill(cell: CsvCell, leaf: string): void {
    const { decoded, isQuoted, start, end } = cell;
    const { text } = decoded;
    this.#scan.leaf = leaf;
    if (JSON_START.test(text) && !outlineJson(text, this.#scan)) {
      this.#problems.push({
        code: 'malformed-cell-json',
        severity: 'fault',
        file: this.#seed.file,
        ...locateInSeed(this.#seed, start),
        field: leaf,
        text: `The cell "${leaf}" begins like JSON, but is none, so Wix would show it empty. Repair the field in the collection and export again.`,
      });
    }
    const inner = scanString(text, { key: leaf, kind: 'plain' }, this.#scan).sort(comparePieces);
    this.#scan.refuseRest(text, inner);
    const counted = countText(text, inner);
    if (!this.#texts.has(leaf)) this.#texts.set(leaf, counted.text);
    if (inner.length > 0) this.#limits.push({ name: leaf, limit: TEXT_BYTES, length: counted });
    const pieces = liftPieces(inner, (from, to) => decoded.range(from, to), csvEncoders.csv);
    if (isQuoted) {
      this.#add(leaf, pieces);
      return;
    }
    // a bare quotation mark has to be doubled once the cell is in marks
    const marks: Piece[] = [...text.matchAll(/"/g)]
      .filter(({ index }) => !inner.some((piece) => piece.start <= index && index < piece.end))
      .map(({ index }) => ({ kind: 'rewrite', start: start + index, end: start + index + 1, text: '""' }));
    this.#add(leaf, [
      { kind: 'rewrite', start, end: start, text: '"' },
      ...[...pieces, ...marks].sort(comparePieces),
      { kind: 'rewrite', start: end, end, text: '"' },
    ]);
  }
}

/** Compiles the row that serves as the pattern; `scan` keeps the tally of its placeholders. */
export function compileWixRow(seed: WixSeed, row: CsvRecord, scan: Scan): Pattern {
  return new PatternCompiler(seed, row, scan).compile();
}
