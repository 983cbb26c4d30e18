/**
 * Parents that rows choose for their pages: a page of the export, or the page of another row. Parents are planned
 * before their children, so that they are first in the files and their numbers are known.
 */
import { createRowKey } from './page-slug.ts';
import type { Project } from './project.ts';
import { RowValues } from './row-values.ts';
import { slugify } from '../text/slugify.ts';
import type { RowFault } from './row-fault.ts';

const CODE = 'invalid-parent';
const MAX_NAMED_ROWS = 10;

/** Family of the rows of a plan. Rows are indexes of the table. */
export class RowFamily {
  /** The rows to plan, parents first. */
  readonly order: readonly number[];
  readonly #project: Project;
  readonly #planned: ReadonlySet<number>;
  readonly #rowByName = new Map<string, number>();
  readonly #parents = new Map<number, number>();
  readonly #faults = new Map<number, RowFault>();
  readonly #urls = new Map<number, string>();
  /** Position of each row's page, of rows with a page. */
  readonly #pages = new Map<number, number>();

  constructor(project: Project, rows: readonly number[]) {
    this.#project = project;
    this.#planned = new Set(rows);
    this.#indexRows();
    for (let row = 0; row < project.table.rowCount; row += 1) this.#findParent(row);
    this.order = this.#sortRows(rows);
  }

  get #field(): string {
    const { table, template } = this.#project;
    return table.columns[template.steering?.columns.get('page_parent') ?? -1]?.name ?? 'page_parent';
  }

  /** Keys come before slugs: a slug may be the key of another row. */
  #indexRows(): void {
    const { table } = this.#project;
    const slugs: [string, number][] = [];
    for (let row = 0; row < table.rowCount; row += 1) {
      const key = createRowKey(this.#project, new RowValues(table, row));
      if (!key) continue;
      if (!this.#rowByName.has(key.rowKey)) this.#rowByName.set(key.rowKey, row);
      slugs.push([key.slug, row]);
    }
    for (const [slug, row] of slugs) if (!this.#rowByName.has(slug)) this.#rowByName.set(slug, row);
  }

  #findParent(row: number): void {
    const parent = this.#project.template.steering?.read(row).parent;
    if (!parent || !('key' in parent)) return;
    const found = this.#rowByName.get(parent.key) ?? this.#rowByName.get(slugify(parent.key, 'path'));
    if (found !== undefined) return void this.#parents.set(row, found);
    const text = `"${parent.key.slice(0, 60)}" is neither a page of the export nor a row. Use the slug, title or ID of a page in the export, or the key of another row.`;
    this.#faults.set(row, { code: CODE, text, field: this.#field });
  }

  #sortRows(rows: readonly number[]): number[] {
    const sorted = new Set<number>();
    for (const row of rows) {
      const chain: number[] = [];
      for (
        let next: number | undefined = row;
        next !== undefined && !sorted.has(next);
        next = this.#parents.get(next)
      ) {
        const start = chain.indexOf(next);
        if (start >= 0) {
          this.#refuseCycle(chain.slice(start));
          break;
        }
        chain.push(next);
      }
      for (const each of chain.toReversed()) sorted.add(each);
    }
    return [...sorted].filter((row) => this.#planned.has(row));
  }

  #refuseCycle(rows: readonly number[]): void {
    const { table } = this.#project;
    const name = (row: number) => (table.isCombined ? table.nameRow(row) : `${table.rowNumber(row)}`);
    const sorted = rows.toSorted((a, b) => a - b).map(name);
    const named = sorted.slice(0, MAX_NAMED_ROWS).join(', ') + (sorted.length > MAX_NAMED_ROWS ? ', …' : '');
    const text =
      rows.length === 1
        ? `The page of ${table.isCombined ? '' : 'row '}${named} would be its own parent. Choose another page.`
        : `The pages of ${table.isCombined ? '' : 'rows '}${named} would be parents of each other. Choose another parent for one of them.`;
    for (const row of rows) {
      this.#faults.set(row, { code: 'parent-cycle', text, field: this.#field });
      this.#parents.delete(row);
    }
  }

  /** Notes that the row has a page; `page` is its position among all pages. */
  addPage(row: number, page: number): void {
    this.#pages.set(row, page);
  }

  /** Reports a row whose parent isn't a page; call it when all earlier rows of the order are planned. */
  listFaults(row: number): RowFault[] {
    const own = this.#faults.get(row);
    if (own) return [own];
    const parent = this.#parents.get(row);
    if (parent === undefined || this.#pages.has(parent) || !this.#planned.has(parent)) return [];
    const text = `Its parent, ${this.#project.table.nameRow(parent)}, is skipped. Fix that row, or choose another parent.`;
    return [{ code: 'parent-skipped', text, field: this.#field }];
  }

  /** Rows whose pages are above that of a row, the nearest first. */
  listAncestors(row: number): number[] {
    const ancestors: number[] = [];
    for (let next = this.#parents.get(row); next !== undefined; next = this.#parents.get(next))
      ancestors.push(next);
    return ancestors;
  }

  /** The page of a row's parent; undefined if it isn't a planned row. */
  getParentPage(row: number): number | undefined {
    const parent = this.#parents.get(row);
    return parent === undefined ? undefined : this.#pages.get(parent);
  }

  /** Number and URL of a row's parent; undefined if the row doesn't choose one. */
  findParent(row: number): { id: number; url: string } | undefined {
    const parent = this.#parents.get(row);
    if (parent !== undefined) {
      const page = this.#pages.get(parent);
      return { id: page === undefined ? 0 : this.#project.firstId + page, url: this.#findUrl(parent) };
    }
    const chosen = this.#project.template.steering?.read(row).parent;
    return chosen && 'id' in chosen ? chosen : undefined;
  }

  #findUrl(row: number): string {
    const known = this.#urls.get(row);
    if (known !== undefined) return known;
    const { table, template } = this.#project;
    const key = createRowKey(this.#project, new RowValues(table, row));
    const { slug = '', rowKey = '' } = key ?? {};
    const place = { id: 0, slug, rowKey, date: 0, parent: this.findParent(row) };
    const { url } = template.identities.forPlanning(place);
    this.#urls.set(row, url);
    return url;
  }
}
