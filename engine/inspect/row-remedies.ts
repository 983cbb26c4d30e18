/**
 * One-click remedies for a row without a page. No remedy writes into a cell that visitors read: towns and titles
 * never change.
 */
import { createRowKey } from '../render/page-slug.ts';
import type { Plan } from '../render/plan.ts';
import type { Project } from '../render/project.ts';
import { RowValues } from '../render/row-values.ts';
import type { Encoder } from '../text/encoder.ts';
import { slugify } from '../text/slugify.ts';
import { type EncodedValue, type Value, listSourceColumns, listValueParts } from '../language/value.ts';
import type { CellProblem, RowRemedy } from './inspection.ts';

/** Maximum length of a readable slug; platforms accept longer ones. */
const MAX_SLUG_CHARACTERS = 120;
/** Maximum number of names to try for a slug. */
const MAX_TRIES = 1000;
/** Columns with the place of a row: `geo_city`, `Town name`; not `capacity` or `real_estate`. */
const PLACE = /(?:^|geo|[^a-z])(?:city|town|place|state)(?:$|name|[^a-z])/i;
const ADDRESS_LEAF = /^(?:slug|link|guid|\w+:post_name)$/;
const isAddress = ({ place }: Encoder): boolean => place === 'address';

/** Columns with a text that visitors read, on the page or in its link. */
function listReadColumns({ pattern, footer }: Project): Set<number> {
  const read = new Set<number>();
  const add = ({ value, encoders }: EncodedValue): void => {
    if (!encoders.some(isAddress)) for (const column of listSourceColumns(value.source)) read.add(column);
  };
  pattern.pieces.forEach((piece, index) => {
    if (piece.kind !== 'hole' || ADDRESS_LEAF.test(pattern.leaves[index] ?? '')) return;
    for (const part of listValueParts(piece))
      add({ ...part, encoders: [...part.encoders, ...piece.encoders] });
  });
  for (const piece of footer.pieces) if (piece.kind === 'hole') listValueParts(piece).forEach(add);
  return read;
}

/** Column that is used in URLs only. */
function findSlugColumn({ slug }: Project, read: ReadonlySet<number>): number | undefined {
  const isColumn = ({ source }: Value) =>
    source.kind === 'column' || (source.kind === 'row-slug' && source.of.kind === 'column');
  return slug
    .filter((part) => typeof part !== 'string')
    .filter(isColumn)
    .flatMap(({ source }) => listSourceColumns(source))
    .find((column) => !read.has(column));
}

/** Suggests remedies for the rows of one plan; no two get the same proposal. */
export class RowRemedies {
  readonly #project: Project;
  readonly #read: ReadonlySet<number>;
  readonly #slugColumn: number | undefined;
  #taken: Set<string> | undefined;
  #keys: Set<string> | undefined;

  constructor({ project }: Plan) {
    this.#project = project;
    this.#read = listReadColumns(project);
    this.#slugColumn = findSlugColumn(project, this.#read);
  }

  /** Safest first; empty if only the user knows the value. */
  list({ row, code, field }: CellProblem): RowRemedy[] {
    const index = this.#project.table.findRow(row);
    if (index < 0) return [];
    if (code === 'duplicate-slug') return [removal(row), ...this.#changeUrl(row, index)];
    if (code === 'slug-taken') return this.#changeUrl(row, index);
    if (code === 'slug-empty') return this.#fillUrl(row, index);
    if (code === 'slug-too-long') return this.#shortenUrl(row, index);
    return code === 'duplicate-key' ? this.#changeKey(row, index, field) : [];
  }

  #cell(row: number, column: number): string {
    return this.#project.table.getCell(row, column);
  }

  #changeUrl(row: number, index: number): RowRemedy[] {
    if (this.#slugColumn === undefined) return [];
    const base = slugify(this.#cell(index, this.#slugColumn), 'path');
    return base === '' ? [] : this.#write(row, 'Change its URL', this.#findFree(index, base, 2));
  }

  #fillUrl(row: number, index: number): RowRemedy[] {
    if (this.#slugColumn === undefined) return [];
    const places = this.#project.table.columns.flatMap(({ name }, column) =>
      column !== this.#slugColumn && PLACE.test(name) ? [this.#cell(index, column)] : [],
    );
    const base = slugify(places.join(' '), 'segment');
    return base === '' ? [] : this.#write(row, 'Fill in its URL', this.#findFree(index, base, 1));
  }

  #shortenUrl(row: number, index: number): RowRemedy[] {
    if (this.#slugColumn === undefined) return [];
    const base = this.#cell(index, this.#slugColumn).slice(0, MAX_SLUG_CHARACTERS).replace(/\W+$/, '');
    return base === '' ? [] : this.#write(row, 'Shorten its URL', this.#findFree(index, base, 1));
  }

  #changeKey(row: number, index: number, field: string | undefined): RowRemedy[] {
    const {
      keyColumns: [keyColumn],
      table,
    } = this.#project;
    if (keyColumn === undefined || field === undefined || this.#read.has(keyColumn)) return [];
    this.#keys ??= new Set(Array.from({ length: table.rowCount }, (_, each) => this.#cell(each, keyColumn)));
    const own = this.#cell(index, keyColumn);
    let count = 2;
    while (this.#keys.has(`${own}-${count}`)) count += 1;
    const value = `${own}-${count}`;
    this.#keys.add(value);
    const done = `Key of row ${row} changed to ${value}`;
    return [{ label: 'Change its key', done, fix: { kind: 'cell', row, field, value } }];
  }

  #write(row: number, label: string, value: string | undefined): RowRemedy[] {
    const field = this.#project.table.columns[this.#slugColumn ?? -1]?.name;
    if (field === undefined || value === undefined) return [];
    return [
      { label, done: `URL of row ${row} changed to ${value}`, fix: { kind: 'cell', row, field, value } },
    ];
  }

  /** Finds the first of `waco-2`, `waco-3` … that no other page or record has. */
  #findFree(index: number, base: string, first: number): string | undefined {
    const { carried, held } = this.#project.template.slugs;
    this.#taken ??= this.#listTaken();
    for (let count = first; count < MAX_TRIES; count += 1) {
      const cell = count === 1 ? base : `${base}-${count}`;
      const slug = this.#slugWith(index, cell);
      if (this.#taken.has(slug) || carried.has(slug) || held.has(slug)) continue;
      this.#taken.add(slug);
      return cell;
    }
    return undefined;
  }

  #listTaken(): Set<string> {
    const taken = new Set<string>();
    for (let row = 0; row < this.#project.table.rowCount; row += 1) {
      const key = createRowKey(this.#project, new RowValues(this.#project.table, row));
      if (key) taken.add(key.slug);
    }
    return taken;
  }

  /** Slug of a row with another text in its slug column. */
  #slugWith(index: number, cell: string): string {
    const { slug, template } = this.#project;
    const values = new RowValues(this.#project.table, index);
    const text = slug.map((part) => {
      if (typeof part === 'string') return part;
      const isOwn = listSourceColumns(part.source).includes(this.#slugColumn ?? -1);
      return isOwn ? cell : values.computeText(part);
    });
    return template.slugs.finish(slugify(text.join(''), template.slugs.form));
  }
}

function removal(row: number): RowRemedy {
  return { label: 'Remove duplicate row', done: `Row ${row} removed`, fix: { kind: 'remove-row', row } };
}
