/** Settings that rows choose for their pages in a WXR: one column of the sheet for each. */
import { writeCdata } from '../xml/leaf.ts';
import type { Columns } from '../../../language/columns.ts';
import { parseZonedTime } from '../../../render/calendar.ts';
import { getSiteOffset } from '../../../render/schedule.ts';
import { getZoneOffset } from '../../../text/time-zone.ts';
import { type PageSetting, type SteeringColumn } from '../../../render/page-setting.ts';
import {
  type SteeredDate,
  type SteeredParent,
  type SteeredRow,
  type Steering,
  type SteeringSupport,
  findSteering,
  listAccepted,
  readWord,
  refuseCell,
} from '../../../render/steering.ts';
import { type HeldAction, holdsPages } from '../../../render/held-pages.ts';
import type { ProjectOptions } from '../../../render/project.ts';
import type { RowFault } from '../../../render/row-fault.ts';
import type { Problem } from '../../../problem.ts';
import type { Table } from '../../../sheet/table.ts';
import type { XmlElement } from '../../../text/xml-outline.ts';
import { holdsPlaceholder, listBracketed } from '../xml/brackets.ts';
import { createPageAddress, getSiteUrl } from './address.ts';
import { readAuthors } from './frame.ts';
import type { SeedItem, SeedMeta, WxrSeed } from './seed.ts';
import { readText } from './seed.ts';
import { listAncestors } from './static-records.ts';
import { type NoindexMeta, type SteeredSettings, STEERED_FIELDS, toPageStatus } from './steered-fields.ts';
import { ImageFinder, ParentFinder } from './steered-records.ts';
import { SteeredTerms, readTaxonomy } from './steered-terms.ts';

interface SteeringContext {
  options: Pick<ProjectOptions, 'site' | 'schedule' | 'held'> & { seed: WxrSeed; table: Table };
  item: SeedItem;
  columns: Columns;
  support: SteeringSupport;
  product: string;
  /** Local time of the seed is UTC plus this number of seconds; undefined if the seed doesn’t show it. */
  siteOffset: number | undefined;
  /** The seed’s own date, UTC. */
  seedDate: number;
  /** The importer fetches images by their URL. */
  takesUrls: boolean;
  findNoindex(metas: readonly SeedMeta[]): NoindexMeta | undefined;
}

const TEMPLATE_META = '_wp_page_template';
const IMAGE_META = '_thumbnail_id';
const TEMPLATE = /^[\w-]+(?:[./][\w-]+)*$/;
const MAX_AUTHORS = 10;
/** 1970 to 2099: the databases of importers store no others. */
const [MIN_DATE, MAX_DATE] = [0, 4_102_444_800];

/** A page that isn’t public keeps its status. */
function hideStatus(status: string, held: HeldAction | undefined): string {
  return held === 'draft' && ['publish', 'future'].includes(status) ? 'draft' : status;
}

/** Reads the settings of rows. */
export class WxrSteering implements Steering, SteeredSettings {
  readonly columns: ReadonlyMap<SteeringColumn, number>;
  readonly settings: readonly PageSetting[];
  readonly problems: Problem[];
  /** IDs of the export’s pages that rows choose as parents. */
  readonly parentIds = new Set<number>();
  /** IDs of the export’s images that rows choose. */
  readonly imageIds = new Set<number>();
  /** Logins of the authors that rows choose. */
  readonly logins = new Set<string>();
  readonly #context: SteeringContext;
  readonly #seed: WxrSeed;
  readonly #parents: ParentFinder;
  readonly #images: ImageFinder;
  readonly #noindex: NoindexMeta | undefined;
  readonly #terms: ReadonlyMap<SteeringColumn, SteeredTerms>;
  /** Logins by login and email address, in lower case. */
  readonly #authors: ReadonlyMap<string, string>;
  readonly #ownMetas: ReadonlyMap<string, string>;
  /** IDs of the images that aren’t in the export, by URL; the project’s images in turn for empty cells. */
  #newImages: ReadonlyMap<string, number> = new Map();
  #imagesInTurn: readonly string[] = [];
  #last: { row: number; held: HeldAction | undefined; steered: SteeredRow } | undefined;

  constructor(context: SteeringContext) {
    const { options, item, columns, support, product } = context;
    const { seed, table, held } = options;
    this.#context = context;
    this.#seed = seed;
    this.#noindex = context.findNoindex(item.metas);
    const found = findSteering({
      table,
      columns,
      support,
      product,
      held,
      bracketed: listBracketed(seed.text, item.element),
      findObstacle: (column) => this.#findObstacle(column),
    });
    this.columns = found.columns;
    this.settings = found.settings;
    this.problems = [...found.problems, ...this.#checkSchedule()];
    this.#parents = new ParentFinder(seed, item);
    this.#images = new ImageFinder(seed, context.takesUrls);
    const isFilled = (element: XmlElement) => holdsPlaceholder(seed.text, element, columns);
    const source = { seed, item };
    this.#terms = new Map([
      ['page_categories', new SteeredTerms('category', source, isFilled)],
      ['page_tags', new SteeredTerms('post_tag', source, isFilled)],
    ]);
    this.#authors = new Map(
      readAuthors(seed).flatMap(({ login, email }) =>
        [login, email].filter((name) => name !== '').map((name) => [name.toLowerCase(), login] as const),
      ),
    );
    this.#ownMetas = new Map(
      item.metas.map(({ key, element }) => [key.text, seed.text.slice(element.start, element.end)]),
    );
    for (let row = 0; this.isActive && row < table.rowCount; row += 1) this.read(row);
    this.#last = undefined;
  }

  /** The schedule, if the platform has it. */
  get schedule() {
    const { options, support } = this.#context;
    const { schedule } = options;
    return schedule?.kind === 'daily' && support.schedules !== true ? undefined : schedule;
  }

  get isActive(): boolean {
    return (
      this.columns.size > 0 || this.schedule !== undefined || this.#holds('draft') || this.#holds('noindex')
    );
  }

  /** Checks if a setting of the seed is written for each row. */
  sets(column: SteeringColumn): boolean {
    if (this.columns.has(column)) return true;
    return column === 'page_status' && (this.schedule !== undefined || this.#holds('draft'));
  }

  #holds(action: HeldAction): boolean {
    return holdsPages(this.#context.options.held, action);
  }

  setsMeta(key: string): boolean {
    return this.#metaKeys.includes(key);
  }

  setsTerm(element: XmlElement): boolean {
    const { columns } = this.#context;
    const column = readTaxonomy(this.#seed, element) === 'category' ? 'page_categories' : 'page_tags';
    const isKnown = ['category', 'post_tag'].includes(readTaxonomy(this.#seed, element));
    return isKnown && this.columns.has(column) && !holdsPlaceholder(this.#seed.text, element, columns);
  }

  get #metaKeys(): string[] {
    const keys: [SteeringColumn, string | undefined][] = [
      ['page_template', TEMPLATE_META],
      ['page_image', IMAGE_META],
      ['page_noindex', this.#noindex?.key],
    ];
    const sets = (column: SteeringColumn) =>
      this.columns.has(column) || (column === 'page_noindex' && this.#holds('noindex'));
    return keys.flatMap(([column, key]) => (key !== undefined && sets(column) ? [key] : []));
  }

  get setsMetas(): boolean {
    return this.#metaKeys.length > 0;
  }

  get setsTerms(): boolean {
    return this.columns.has('page_categories') || this.columns.has('page_tags');
  }

  get imageUrls(): ReadonlySet<string> {
    return this.#images.urls;
  }

  /** Terms that pages can have. */
  get termKeys(): { taxonomy: string; slug: string }[] {
    const toKeys = (column: SteeringColumn, taxonomy: string) =>
      this.columns.has(column)
        ? [...(this.#terms.get(column)?.slugs ?? [])].map((slug) => ({ taxonomy, slug }))
        : [];
    return [...toKeys('page_categories', 'category'), ...toKeys('page_tags', 'post_tag')];
  }

  get varied(): string[] {
    const fields = [...STEERED_FIELDS].filter(([, column]) => this.sets(column)).map(([name]) => name);
    return [...fields, ...(this.setsMetas ? ['wp:postmeta'] : []), ...(this.setsTerms ? ['item'] : [])];
  }

  get audited(): Record<string, string> {
    const setsDate = this.columns.has('page_date') || this.schedule?.kind === 'daily';
    return {
      ...(this.sets('page_status') && { page_status: 'wp:status' }),
      ...(this.sets('page_parent') && { page_parent: 'wp:post_parent' }),
      ...(setsDate && { date: 'wp:post_date' }),
      ...(this.columns.has('page_image') && { page_image: 'meta _thumbnail_id' }),
    };
  }

  /** Sets the IDs of images that aren’t in the export. */
  setImages(ids: ReadonlyMap<string, number>, inTurn: readonly string[]): void {
    this.#newImages = ids;
    this.#imagesInTurn = inTurn;
    this.#last = undefined;
  }

  #findObstacle(column: SteeringColumn): string | undefined {
    const { item, columns, product } = this.#context;
    const isFilled = (name: string) => columns.fillsAny(readText(item, name));
    const isFilledMeta = (key: string) =>
      item.metas.some((meta) => meta.key.text === key && columns.fillsAny(meta.value.text));
    const element = [...STEERED_FIELDS].find(([, name]) => name === column)?.[0];
    if (element !== undefined && isFilled(element)) return `the seed fills ${element} with a placeholder`;
    if (column === 'page_parent' && item.type === 'post') return 'posts have no parent';
    if (column === 'page_template' && isFilledMeta(TEMPLATE_META))
      return `the seed fills ${TEMPLATE_META} with a placeholder`;
    if (column === 'page_image' && isFilledMeta(IMAGE_META))
      return `the seed fills ${IMAGE_META} with a placeholder`;
    if (column !== 'page_noindex') return undefined;
    if (!this.#noindex)
      return `the seed has no settings of an SEO plugin that ${product} imports. Save the seed page once in Yoast SEO, Rank Math, SEOPress or The SEO Framework, and export it again`;
    return isFilledMeta(this.#noindex.key)
      ? `the seed fills ${this.#noindex.key} with a placeholder`
      : undefined;
  }

  #checkSchedule(): Problem[] {
    const { options, support, product } = this.#context;
    if (options.schedule?.kind !== 'daily' || support.schedules === true) return [];
    const text = `The schedule has no effect: pages for ${product} can’t be scheduled. Import them as drafts, and publish them on their dates.`;
    return [{ code: 'schedule-unsupported', severity: 'notice', file: this.#seed.file, text }];
  }

  #getName(column: SteeringColumn): string {
    return this.#context.options.table.columns[this.columns.get(column) ?? -1]?.name ?? column;
  }

  #refuse(column: SteeringColumn, cell: string, accepted?: string): RowFault {
    const field = this.#context.support.columns[column];
    return refuseCell(
      this.#getName(column),
      cell,
      accepted ?? (field ? listAccepted(field) : 'another value'),
    );
  }

  read(row: number, held?: HeldAction): SteeredRow {
    if (this.#last?.row === row && this.#last.held === held) return this.#last.steered;
    const { table } = this.#context.options;
    const faults: RowFault[] = [];
    const readCell = (column: SteeringColumn) => {
      const index = this.columns.get(column);
      return index === undefined ? '' : table.getCell(row, index).trim();
    };
    const setters = {
      readCell,
      refuse: (column: SteeringColumn, accepted?: string) => {
        faults.push(this.#refuse(column, readCell(column), accepted));
        return undefined;
      },
    };
    const date = this.#readDate(setters);
    const parent = this.#readParent(setters);
    const image = this.#readImage(setters, row);
    const fields = {
      page_status: hideStatus(this.#readStatus(setters), held),
      page_parent: parent && 'id' in parent ? String(parent.id) : String(this.#ownParent),
      page_author: this.#readAuthor(setters),
      page_order: this.#readOrder(setters),
      page_metas: this.#writeMetas(setters, { image, isHeld: held === 'noindex' }),
      page_terms: this.#writeTerms(setters),
      page_image: image ?? '',
    };
    const steered = { fields, date, parent, faults };
    this.#last = { row, held, steered };
    return steered;
  }

  /** Local time follows the schedule’s zone where that is the site’s. */
  readonly toDate = (utc: number): SteeredDate => {
    const { siteOffset, seedDate, options } = this.#context;
    const { schedule } = options;
    const daily = schedule?.kind === 'daily' ? schedule : undefined;
    const offset =
      siteOffset === undefined
        ? getZoneOffset(daily?.zone ?? 'UTC', utc)
        : daily
          ? getSiteOffset(daily, utc, { offset: siteOffset, at: seedDate })
          : siteOffset;
    const second = utc + offset - (siteOffset ?? 0);
    return { second, shift: utc - second };
  };

  #readDate({ readCell, refuse }: CellReader): SteeredDate | undefined {
    const cell = readCell('page_date');
    if (cell === '') return undefined;
    const time = parseZonedTime(cell);
    const { siteOffset = 0, support } = this.#context;
    if (!time) return refuse('page_date');
    const second = 'utc' in time ? time.utc : time.local - siteOffset;
    if (second < MIN_DATE || second >= MAX_DATE) return refuse('page_date', 'a date from 1970 to 2099');
    // WordPress computes the UTC date of a local one by the rules of its own time zone
    return { second, shift: 'utc' in time || support.schedules !== true ? 0 : undefined };
  }

  #readStatus({ readCell, refuse }: CellReader): string {
    const cell = readCell('page_status');
    const { support, item } = this.#context;
    const field = support.columns.page_status;
    const own = toPageStatus(readText(item, 'wp:status'));
    const chosen = cell === '' || !field ? '' : readWord(field, cell);
    if (chosen === undefined) refuse('page_status');
    const schedule = this.schedule;
    const hasDate = readCell('page_date') !== '';
    if (schedule?.kind === 'daily' && !hasDate && ['', 'publish'].includes(chosen ?? '')) return 'future';
    if (chosen === 'future' && !hasDate && schedule?.kind !== 'daily')
      refuse('page_status', 'publish, or fill in page_date as well');
    return chosen || (schedule?.kind === 'drafts' ? 'draft' : own);
  }

  get #ownParent(): number {
    const { item } = this.#context;
    return listAncestors(this.#seed, item).some(({ id }) => id === item.parent) ? item.parent : 0;
  }

  #readParent({ readCell, refuse }: CellReader): SteeredParent | undefined {
    const cell = readCell('page_parent');
    if (cell === '') return undefined;
    const { site = '' } = this.#context.options;
    if (cell === '0') return { id: 0, url: `${getSiteUrl(this.#seed, site)}/` };
    const found = this.#parents.find(cell);
    if (found === undefined) return { key: cell };
    if ('fault' in found) return refuse('page_parent', found.fault);
    this.parentIds.add(found.id);
    const { prefix, suffix } = createPageAddress(this.#seed, found, site);
    const url = prefix + readText(found, 'wp:post_name') + suffix;
    return { id: found.id, url: url.endsWith('/') ? url : `${url}/` };
  }

  #readAuthor({ readCell, refuse }: CellReader): string {
    const cell = readCell('page_author');
    if (cell === '') return this.#context.item.fields.get('dc:creator')?.text ?? '';
    const login = this.#authors.size === 0 ? cell : this.#authors.get(cell.toLowerCase());
    if (login !== undefined) this.logins.add(login);
    const known = [...new Set(this.#authors.values())].slice(0, MAX_AUTHORS).map((name) => `"${name}"`);
    return login ?? refuse('page_author', `an author of the export: ${known.join(', ')}`) ?? '';
  }

  #readOrder({ readCell, refuse }: CellReader): string {
    const cell = readCell('page_order');
    if (cell === '') return readText(this.#context.item, 'wp:menu_order') || '0';
    return /^\d{1,9}$/.test(cell) ? String(Number(cell)) : (refuse('page_order') ?? '0');
  }

  /** @returns the ID of the page’s image; undefined for the seed’s own */
  #readImage({ readCell, refuse }: CellReader, row: number): string | undefined {
    const cell = readCell('page_image');
    if (!this.columns.has('page_image')) return undefined;
    if (cell === '') return this.#imagesInTurn[row % this.#imagesInTurn.length];
    const found = this.#images.find(cell);
    if (found === undefined) return refuse('page_image');
    if (typeof found === 'string') return String(this.#newImages.get(found) ?? 0);
    this.imageIds.add(found);
    return String(found);
  }

  #writeMetas(
    { readCell, refuse }: CellReader,
    { image, isHeld }: { image: string | undefined; isHeld: boolean },
  ): string {
    const tag = this.#context.item.metas[0]?.element.name ?? 'wp:postmeta';
    const write = (key: string, value: string | undefined) =>
      value === undefined
        ? (this.#ownMetas.get(key) ?? '')
        : `<${tag}><wp:meta_key>${writeCdata(key)}</wp:meta_key><wp:meta_value>${writeCdata(value)}</wp:meta_value></${tag}>`;
    const template = readCell('page_template') || undefined;
    if (template !== undefined && !TEMPLATE.test(template)) refuse('page_template');
    const noindex = readCell('page_noindex');
    const field = this.#context.support.columns.page_noindex;
    const word = noindex === '' || !field ? undefined : readWord(field, noindex);
    if (noindex !== '' && word === undefined) refuse('page_noindex');
    const robots = isHeld ? 'noindex' : word;
    const values = new Map([
      [TEMPLATE_META, template],
      [IMAGE_META, image],
      [this.#noindex?.key ?? '', robots && this.#noindex?.write(robots === 'noindex')],
    ]);
    return this.#metaKeys.map((key) => write(key, values.get(key))).join('');
  }

  #writeTerms({ readCell, refuse }: CellReader): string {
    return [...this.#terms]
      .filter(([column]) => this.columns.has(column))
      .map(([column, terms]) => terms.write(readCell(column)) ?? refuse(column) ?? '')
      .join('\n');
  }
}

interface CellReader {
  readCell(column: SteeringColumn): string;
  /** Reports the cell of the column. */
  refuse(column: SteeringColumn, accepted?: string): undefined;
}
