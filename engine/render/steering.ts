/**
 * Columns that steer a page: its status, date, parent and so on. A platform says in one table what it can set; the
 * docs, the checks of rows and the notices come from that table.
 */
import type { Bracketed } from '../language/placeholder.ts';
import type { Problem } from '../problem.ts';
import type { Columns } from '../language/columns.ts';
import { toColumnKey } from '../sheet/column-name.ts';
import type { Table } from '../sheet/table.ts';
import { cutText } from '../text/cut-text.ts';
import { checkHeld, type HeldAction, type HeldPages } from './held-pages.ts';
import { joinNames } from '../text/join-names.ts';
import { type PageSetting, STEERING_COLUMNS, type SteeringColumn } from './page-setting.ts';
import type { RowFault } from './row-fault.ts';

/** A field that a column sets. */
interface SteeringField {
  /** Its place in the platform's file, as the docs name it. */
  field: string;
  /** Accepted words with their form in the file, or a description of the accepted values. */
  accepts: Readonly<Record<string, string>> | string;
}

/** Settings that a platform's files can contain. */
export interface SteeringSupport {
  columns: Readonly<Partial<Record<SteeringColumn, SteeringField>>>;
  /** The importer publishes a page with a future date on that date. */
  schedules?: true;
}

/** Local time of a page, and its distance to UTC. */
export interface SteeredDate {
  /** Seconds since 1970, UTC as the platform computes it from its local time. */
  second: number;
  /** Seconds from `second` to the actual UTC; undefined if only the site knows its time zone. */
  shift: number | undefined;
}

/** A page's parent: a record of the seed, or the page of another row by its key or slug. */
export type SteeredParent = { id: number; url: string } | { key: string };

/** Settings of a row's page. */
export interface SteeredRow {
  /** Texts of the page's identity. */
  fields: Readonly<Record<string, string>>;
  date?: SteeredDate | undefined;
  parent?: SteeredParent | undefined;
  faults: readonly RowFault[];
}

/** Settings of all rows of a sheet. */
export interface Steering {
  /** Indexes of the columns that have an effect. */
  columns: ReadonlyMap<SteeringColumn, number>;
  /**
   * @param row -1 for one whose cells are empty
   * @param held how its page is held back
   */
  read(row: number, held?: HeldAction): SteeredRow;
  /** Converts a scheduled date from UTC; omitted if the platform doesn’t schedule pages. */
  toDate?(utc: number): SteeredDate;
  /** Values by which pages may differ, as the audit names them. */
  varied: readonly string[];
  /** Fields of the file that the audit compares with the row, by the field of the identity. */
  audited?: Readonly<Record<string, string>>;
}

/** Names of other tools and spreadsheets for what a steering column sets. */
const LIKELY: Readonly<Record<SteeringColumn, readonly string[]>> = {
  page_status: ['status', 'post_status', 'publish_status'],
  page_date: ['publish_date', 'post_date', 'publish_on'],
  page_parent: ['parent', 'parent_page', 'post_parent'],
  page_author: ['author', 'post_author'],
  page_template: ['template'],
  page_order: ['menu_order', 'sort_order'],
  page_categories: ['category', 'categories'],
  page_tags: ['tags', 'post_tags'],
  page_image: ['featured_image', 'featured_image_url'],
  page_noindex: ['noindex'],
};

/** Lists what a field accepts: `publish, draft or private`. */
export function listAccepted({ accepts }: SteeringField): string {
  if (typeof accepts === 'string') return accepts;
  const words = Object.keys(accepts);
  return joinNames(words, 'or');
}

/** Creates the fault of a cell. */
export function refuseCell(field: string, cell: string, accepted: string): RowFault {
  const text = `"${cutText(cell, 60)}" can’t be used in ${field}. Use ${accepted}, or clear the cell.`;
  return { code: 'invalid-steering', text, field };
}

/** Names of a status on the screens of the platforms. */
const SCREEN_WORDS = new Map([
  ['published', 'publish'],
  ['scheduled', 'future'],
  ['pending review', 'pending'],
]);

/** Reads a word of a list, whatever its case. */
export function readWord({ accepts }: SteeringField, cell: string): string | undefined {
  if (typeof accepts === 'string') return undefined;
  const written = cell.trim().toLowerCase();
  const word = SCREEN_WORDS.get(written) ?? written;
  return Object.hasOwn(accepts, word) ? accepts[word] : undefined;
}

interface SteeringRequest {
  table: Table;
  /** Columns of the table, with the user’s choices. */
  columns: Columns;
  support: SteeringSupport;
  product: string;
  /** Pages that are held back. */
  held: readonly HeldPages[] | undefined;
  /** Texts in brackets of the seed’s record, whose columns don’t look like settings. */
  bracketed: readonly Bracketed[];
  /** Reason why the seed has no such field, or fills it itself; undefined if rows can set it. */
  findObstacle(column: SteeringColumn): string | undefined;
}

/** Finds the column that sets each setting, or looks like it. @param placeholders names of columns that the seed uses */
function listSettings(
  { table, columns, support, product, ...request }: SteeringRequest,
  placeholders: ReadonlySet<string | undefined>,
): PageSetting[] {
  return STEERING_COLUMNS.map((name) => {
    const source = columns.resolve(name)?.source;
    const choice = columns.findChoice(name);
    const obstacle =
      support.columns[name] === undefined
        ? `the files for ${product} have no such setting`
        : request.findObstacle(name);
    const keys = LIKELY[name].map(toColumnKey);
    const likely =
      source || choice || obstacle !== undefined
        ? -1
        : table.columns.findIndex(
            (column) => column.letter !== '' && keys.includes(column.key) && !placeholders.has(column.name),
          );
    return {
      name,
      ...(source?.kind === 'column' && { column: source.column }),
      ...(choice && { choice }),
      ...(likely >= 0 && { likely }),
      ...(obstacle !== undefined && { obstacle }),
    };
  });
}

/** Finds the columns that steer the pages, with notices about those that have no effect. */
export function findSteering(request: SteeringRequest): {
  columns: ReadonlyMap<SteeringColumn, number>;
  settings: readonly PageSetting[];
  problems: Problem[];
} {
  const { table, support } = request;
  const { file, headerRow: row } = table;
  const getName = (index: number) => table.columns[index]?.name ?? '';
  const placeholders = new Set(
    request.bracketed.map(({ name }) =>
      name === '' ? undefined : request.columns.resolve(name)?.columns[0],
    ),
  );
  const settings = listSettings(request, placeholders);
  const columns = new Map<SteeringColumn, number>();
  const problems: Problem[] = checkHeld(request.held, settings, file);
  for (const { name, column: index, choice, obstacle } of settings) {
    if (index === undefined) {
      if (!choice || !('column' in choice)) continue;
      const { column: field } = choice;
      const text = `The sheet has no column "${cutText(field, 60)}" to fill ${name}. Choose one of its columns.`;
      problems.push({ code: 'steering-column-missing', severity: 'fault', file, row, field, text });
    } else if (obstacle === undefined) columns.set(name, index);
    else if (support.columns[name] !== undefined || !placeholders.has(getName(index))) {
      const field = getName(index);
      const text = `The column ${field} has no effect: ${obstacle}.`;
      problems.push({ code: 'steering-unsupported', severity: 'notice', file, row, field, text });
    }
  }
  return { columns, settings, problems: [...problems, ...reportLikely(settings, table)] };
}

/** Reports columns that look like steering ones, in one notice. */
function reportLikely(settings: readonly PageSetting[], table: Table): Problem[] {
  const found = settings.flatMap(({ name, likely }) =>
    likely === undefined ? [] : [{ name, column: table.columns[likely]?.name ?? '' }],
  );
  const [first] = found;
  if (!first) return [];
  const renamed = found.map(({ name, column }) => `${column} to ${name}`);
  const [verb, it] = found.length === 1 ? ['has', 'it'] : ['have', 'they'];
  const text = `${joinNames(found.map(({ column }) => column))} ${verb} no effect on the settings of the pages. If ${it} should, rename ${joinNames(renamed)}.`;
  const { file, headerRow: row } = table;
  return [{ code: 'steering-likely', severity: 'notice', file, row, field: first.column, text }];
}
