/**
 * Pagination, order, search and filters of all lists: reads one page and the total number of rows. The
 * contract of a list defines its options; its store implements orders and search.
 */
import { type Expression, type SelectQueryBuilder, type SqlBool, sql, type StringReference } from 'kysely';
import type { ListMeta } from '#contract/endpoint.ts';

/** Parsed by the contract. */
export interface ListOptions<Sort extends string = never> {
  page: number;
  per_page: number;
  /** Searched literally, without patterns. */
  search?: string | undefined;
  /** A leading minus reverses the order. */
  sort?: Sort | `-${Sort}` | undefined;
}

interface SortKey {
  by: Expression<unknown>;
  /** Rows that come first in either order. */
  first?: Expression<SqlBool>;
  /** Rows with an empty value come last in both directions. */
  mayBeEmpty?: boolean;
}

export interface List<Tables, Name extends keyof Tables, Sort extends string> {
  /** All rows in the caller's scope, without selected columns. */
  rows: SelectQueryBuilder<Tables, Name, object>;
  /** Id of a row, which breaks ties in the direction of the order. */
  key: StringReference<Tables, Name>;
  /** All orders of the contract. */
  sorts: Readonly<Record<Sort, SortKey>>;
  /** Columns and conditions; at least one must match the search pattern. */
  searched?: readonly (StringReference<Tables, Name> | ((pattern: string) => Expression<SqlBool>))[];
  filters?: readonly Expression<SqlBool>[];
  /** Allowed values of columns; an empty list allows all. */
  chosen?: { readonly [Column in StringReference<Tables, Name>]?: readonly string[] | undefined };
}

/**
 * Reads one page. Selects the keys of the page before any other columns, because a list may have thousands of
 * rows.
 * @param select selects the columns of each row, with their joins
 */
export async function listPage<Tables, Name extends keyof Tables, Sort extends string, Row>(
  list: List<Tables, Name, Sort>,
  options: ListOptions<Sort>,
  select: (rows: SelectQueryBuilder<Tables, Name, object>) => { execute(): Promise<Row[]> },
): Promise<{ rows: Row[]; meta: ListMeta }> {
  const { page, per_page: perPage } = options;
  const found = filter(list, options.search ?? '');
  const key = sql.ref<number>(list.key);
  const keys = order(found, list, options)
    .select(key.as('key'))
    .limit(perPage)
    .offset((page - 1) * perPage);
  // An array is evaluated once; a join would be evaluated for each row if the planner expects small tables.
  const shown = list.rows.where(sql<SqlBool>`${key} = any(array(${keys}))`);
  const rows = await select(order(shown, list, options)).execute();
  const [counted] = await found
    .select(sql<number>`count(*)::int`.as('total'))
    .$castTo<{ total: number }>()
    .execute();
  return { rows, meta: toListMeta(options, counted?.total ?? 0) };
}

/** Escapes a text for `like`. */
export const escapePattern = (text: string) => text.replaceAll(/[\\%_]/g, '\\$&');

/** Pattern of `like` for values that contain the text. */
export const toPattern = (text: string) => `%${escapePattern(text)}%`;

/** Describes one page of a list. */
export function toListMeta({ page, per_page }: { page: number; per_page: number }, total: number): ListMeta {
  return { page, per_page, total, last_page: Math.max(1, Math.ceil(total / per_page)) };
}

function filter<Tables, Name extends keyof Tables, Sort extends string>(
  { rows, searched = [], filters = [], chosen = {} }: List<Tables, Name, Sort>,
  search: string,
): SelectQueryBuilder<Tables, Name, object> {
  let query = rows;
  for (const each of filters) query = query.where(each);
  for (const [column, values] of Object.entries<readonly string[] | undefined>(chosen))
    if (values?.length) query = query.where(sql<SqlBool>`${sql.ref(column)} = any(${values})`);
  if (search === '' || searched.length === 0) return query;
  const pattern = toPattern(search);
  return query.where((by) =>
    by.or(
      searched.map((each) =>
        typeof each === 'function' ? each(pattern) : by(sql.ref(each), 'ilike', pattern),
      ),
    ),
  );
}

/**
 * Checks that a query returns the value of a column. PostgreSQL runs the query once and looks up each value in its result.
 * Without `is true` it would be a join, which compares every pair of rows if the planner expects small tables.
 */
export const isAmong = (column: string, query: Expression<unknown>) =>
  sql<SqlBool>`(${sql.ref(column)} in (${query})) is true`;

/** Lower case, with numbers padded with zeros: "Member 2" comes before "Member 10". */
export const toNaturalKey = (text: Expression<unknown>) =>
  sql<string>`regexp_replace(regexp_replace(lower(${text}), '(\\d+)', '000000000\\1', 'g'), '\\d*(\\d{10})', '\\1', 'g')`;

function order<Tables, Name extends keyof Tables, Sort extends string, Row>(
  query: SelectQueryBuilder<Tables, Name, Row>,
  { key, sorts }: List<Tables, Name, Sort>,
  { sort }: ListOptions<Sort>,
): SelectQueryBuilder<Tables, Name, Row> {
  const isDown = sort === undefined || sort.startsWith('-');
  const direction = isDown ? 'desc' : 'asc';
  const sorted = sort === undefined ? undefined : sorts[sort.replace(/^-/, '') as Sort];
  const begun = sorted?.first === undefined ? query : query.orderBy(sorted.first, 'desc');
  const ordered =
    sorted === undefined
      ? begun
      : begun.orderBy(sorted.by, (how) => {
          const directed = isDown ? how.desc() : how.asc();
          return sorted.mayBeEmpty === true ? directed.nullsLast() : directed;
        });
  return ordered.orderBy(sql.ref(key), direction);
}
