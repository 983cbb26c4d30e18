/**
 * Neighbors of rows for `[nearby]`: the nearest rows that become pages. A page that no list contains is appended to the
 * list of its nearest page, so that none is without a link.
 */
import { milesBetween } from '../places/coordinates.ts';
import { type NearestRows, type Point, nearestRows } from '../places/nearest.ts';
import { COORDINATE_KEYS } from '../language/coordinate-columns.ts';
import type { ConstructSource } from '../language/value.ts';
import { cutText } from '../text/cut-text.ts';
import { toDecimalPoint } from '../text/decimal-number.ts';
import { HeldIndex, holdsPages } from './held-pages.ts';
import { createRowKey } from './page-slug.ts';
import { createRowOpener } from './project-row.ts';
import type { Project } from './project.ts';
import type { Notice } from './row-notices.ts';
import { type RowSettings, createRowSettings } from './row-settings.ts';
import type { NearbyRow, NearbyRows, RowValues } from './row-values.ts';

function findColumn({ table }: Project, keys: readonly string[]): number {
  for (const key of keys) {
    const column = table.columns.findIndex((each) => each.key === key);
    if (column >= 0) return column;
  }
  return -1;
}

function readDegrees(text: string, limit: number): number | undefined {
  const degrees = Number(toDecimalPoint(text.trim()));
  return text.trim() !== '' && Math.abs(degrees) <= limit ? degrees : undefined;
}

/** A column of coordinates. */
interface Axis {
  column: number;
  name: 'latitude' | 'longitude';
  limit: number;
}

/** The rows near each row of a run. */
export class Neighbors implements NearbyRows {
  readonly #project: Project;
  readonly #rows: readonly number[];
  readonly #settings: RowSettings | undefined;
  /** Latitude and longitude of each index; NaN without both. */
  readonly #degrees: Float64Array;
  /** Index by row, plus 1; 0 for rows without a page. */
  readonly #indexes: Uint32Array;
  /** By what `[nearby]` asks for. */
  readonly #found = new Map<string, NearestRows>();
  readonly #lists = new Map<ConstructSource, NearestRows>();
  /** Rows, by their indexes, in a list that a page writes. */
  readonly #listed: Uint8Array;
  readonly #urls: string[] = [];
  readonly #axes: readonly [latitude: Axis, longitude: Axis];
  /** Indexes of pages that are held back as drafts: a link to one would lead nowhere. */
  readonly #drafts: ReadonlySet<number>;

  /** @param rows rows that become pages, in the order of the sheet */
  constructor(project: Project, rows: Iterable<number>) {
    this.#project = project;
    this.#rows = [...rows];
    this.#settings = createRowSettings(project, this.#rows);
    this.#listed = new Uint8Array(this.#rows.length);
    this.#indexes = new Uint32Array(project.table.rowCount);
    for (const [index, row] of this.#rows.entries()) this.#indexes[row] = index + 1;
    const latitude = findColumn(project, ['geolat', ...COORDINATE_KEYS.latitude]);
    const longitude = findColumn(project, ['geolng', ...COORDINATE_KEYS.longitude]);
    this.#axes = [
      { column: latitude, name: 'latitude', limit: 90 },
      { column: longitude, name: 'longitude', limit: 180 },
    ];
    const [ofLatitude, ofLongitude] = this.#axes;
    this.#drafts = this.#findDrafts();
    this.#degrees = new Float64Array(2 * this.#rows.length);
    for (const [index, row] of this.#rows.entries()) {
      this.#degrees[2 * index] = this.#readDegrees(row, ofLatitude) ?? Number.NaN;
      this.#degrees[2 * index + 1] = this.#readDegrees(row, ofLongitude) ?? Number.NaN;
    }
  }

  #findDrafts(): Set<number> {
    const { held } = this.#project;
    if (!holdsPages(held, 'draft')) return new Set();
    const index = new HeldIndex(held);
    const open = createRowOpener(this.#project);
    const isDraft = (row: number) =>
      index.find(createRowKey(this.#project, open(row))?.rowKey ?? '')?.action === 'draft';
    return new Set([...this.#rows.keys()].filter((at) => isDraft(this.#rows[at] ?? 0)));
  }

  /** Indexes of the columns with the coordinates. */
  get columns(): number[] {
    return this.#axes.map(({ column }) => column).filter((column) => column >= 0);
  }

  #getPoint(index: number): Point | undefined {
    const { [2 * index]: lat = Number.NaN, [2 * index + 1]: lng = Number.NaN } = this.#degrees;
    return Number.isNaN(lat) || Number.isNaN(lng) ? undefined : { lat, lng };
  }

  /** Index of a row; -1 for one without a page. */
  #getIndex(row: number): number {
    return (this.#indexes[row] ?? 0) - 1;
  }

  #read(row: number, { column }: Axis): string {
    return this.#project.table.getCell(row, column).trim();
  }

  #readDegrees(row: number, axis: Axis): number | undefined {
    return readDegrees(this.#read(row, axis), axis.limit);
  }

  /** Explains why a row has no neighbors and is in no other row's list: its coordinates are missing or invalid. */
  findFault(row: number): Notice | undefined {
    const axis = this.#axes.find((each) => this.#readDegrees(row, each) === undefined);
    if (!axis) return undefined;
    const { column, name, limit } = axis;
    const { columns } = this.#project.table;
    const keys: readonly string[] = COORDINATE_KEYS[name];
    // a column that was added has no letter, and is filled from the sheet's own
    const own = columns.find(({ key, letter }) => letter !== '' && keys.includes(key));
    const field = own?.name ?? columns[column]?.name;
    const text = this.#read(row, axis);
    // the row has one notice about its town
    if (text === '' && this.#project.towns?.findMissing(row)) return undefined;
    if (field === undefined)
      return {
        code: 'coordinates-missing',
        text: `[nearby] needs the ${name} of each row, but the sheet has no column for it. Add a column lat and a column lng.`,
      };
    return {
      code: text === '' ? 'coordinates-missing' : 'coordinates-invalid',
      field,
      columns: [column],
      text: `${text === '' ? `${field} is empty` : `"${cutText(text, 60)}" isn’t a ${name} from −${limit} to ${limit}`}, so [nearby] lists nothing on this page, and no other page lists this one. ${own ? 'Fix the cell' : `Add columns lat and lng`}.`,
    };
  }

  /** Lists the rows near a row as one `[nearby]` asks for them, nearest first. */
  list(row: number, construct: ConstructSource): readonly NearbyRow[] {
    const index = this.#getIndex(row);
    const from = this.#getPoint(index);
    if (!from) return [];
    return (this.#find(construct).lists[index] ?? []).flatMap((other) => {
      if (!this.#drafts.has(index)) this.#listed[other] = 1;
      const to = this.#getPoint(other);
      const near = this.#rows[other];
      return to && near !== undefined ? [{ row: near, miles: milesBetween(from, to) }] : [];
    });
  }

  /** Lists the rows with coordinates that no page lists, unless only one has any; all pages have been planned. */
  listUnlinked(): { rows: number[]; advice: string } {
    const located = [...this.#rows.keys()].filter((index) => this.#getPoint(index));
    const unlisted =
      located.length < 2
        ? []
        : located.filter((index) => this.#listed[index] === 0 && !this.#drafts.has(index));
    const rows = unlisted.flatMap((index) => this.#rows[index] ?? []);
    const bodies = [...this.#lists.keys()].flatMap(({ bodies: [body] }) => (body ? [body] : []));
    const limits = bodies.flatMap(({ marker, names: [same] }) => [
      ...(marker.kind === 'nearby' && marker.withinMiles !== undefined ? ['raise within'] : []),
      ...(same ? ['leave out same'] : []),
    ]);
    const advice =
      limits.length === 0 ? 'list nearby pages on more pages' : [...new Set(limits)].join(' or ');
    return { rows, advice: `${advice.charAt(0).toUpperCase()}${advice.slice(1)}` };
  }

  /** Lists the rows in any of a row's lists; all pages have been planned. */
  listAll(row: number): Set<number> {
    const index = this.#getIndex(row);
    const lists = [...this.#found.values()].flatMap((found) => found.lists[index] ?? []);
    return new Set(lists.map((other) => this.#rows[other] ?? row));
  }

  #find(construct: ConstructSource): NearestRows {
    const found = this.#lists.get(construct) ?? this.#findNearest(construct);
    this.#lists.set(construct, found);
    return found;
  }

  #findNearest({ bodies: [body] }: ConstructSource): NearestRows {
    if (body?.marker.kind !== 'nearby') return { lists: [], orphans: [] };
    const { count, withinMiles } = body.marker;
    const [same] = body.names;
    const key = JSON.stringify([count, withinMiles, same?.[1].source]);
    const known = this.#found.get(key);
    if (known) return known;
    const open = createRowOpener(this.#project);
    const points = this.#rows.map((row, index): Point | undefined => {
      const point = this.#getPoint(index);
      if (!point || !same) return point;
      const group = open(row).computeText(same[1]);
      return { ...point, group: group.trim().toLowerCase() };
    });
    const found = nearestRows(points, { count, withinMiles, hidden: this.#drafts });
    this.#found.set(key, found);
    return found;
  }

  /** URL of the page of a row, which is in the lists of several others. */
  getUrl(values: RowValues): string {
    return (this.#urls[values.row] ??= this.#createUrl(values));
  }

  #createUrl(values: RowValues): string {
    const key = createRowKey(this.#project, values);
    if (!key) return '';
    const settings = this.#settings?.steer(values.row, key.rowKey);
    return this.#project.template.identities.forPlanning({ ...key, id: 0, date: 0, ...settings }).url;
  }
}
