/**
 * Rows of a list for its URL: search, filters, order and page are there. Only rows of the shown page can be
 * selected.
 */
import { useCallback, useMemo, useState } from 'react';
import type { Endpoint } from '#contract/endpoint.ts';
import { type ApiError, send } from '#web/client/call.ts';
import { useShownList } from '#web/client/use-shown.ts';
import { type ListQuery, useLastPage, useListQuery } from './use-list-query.ts';

/** Maximum page size of list endpoints. */
const EXPORT_PER_PAGE = 100;

export type Row = { id: string | number };
type RowsEndpoint<R> = Endpoint & { replyType: 'list'; reply: { _output: R[] } };
/** Endpoint that lists rows. */
export type ListEndpoint<R extends Row> = RowsEndpoint<R>;

interface Options<R, Filter extends string> {
  /** Default order, as in the endpoint: `-updated_at`; undefined if there is only one. */
  sort?: string;
  /** Sortable names, without the minus. */
  sorts?: readonly string[];
  /** Filters in the endpoint's query; several values are comma-joined. */
  filters?: readonly Filter[];
  /** Parameters of the endpoint's path. */
  params?: Readonly<Record<string, number>>;
  /** Fixed values of the endpoint's query. */
  query?: Readonly<Record<string, string>>;
  /** Polling interval, depending on the rows. */
  pollMs?: (rows: readonly R[]) => number | undefined;
}

/** Rows with everything needed to show and change them. */
export interface ShownList<R, Filter extends string = string> extends ListQuery<Filter> {
  /** Undefined until the first reply. */
  rows: readonly R[] | undefined;
  /** Of all pages. */
  total: number | undefined;
  error: ApiError | undefined;
  isFetching: boolean;
  /** Time when the rows arrived. */
  loadedAt: Date | undefined;
  refetch: () => void;
}

export interface List<R extends Row, Filter extends string = string> extends ShownList<R, Filter> {
  selected: readonly R[];
  select: (rows: readonly R[]) => void;
  /** Reads all matching rows, in order, from every page. */
  readAll: (signal: AbortSignal) => Promise<R[]>;
}

function useListCall<R, Filter extends string>(
  endpoint: RowsEndpoint<R>,
  options: Options<R, Filter>,
): { shown: ShownList<R, Filter>; input: { query: object } } {
  const list = useListQuery<Filter>({ ...options, accepts: endpoint.query });
  const { query } = list;
  // Compared as text, because the object is new on each render.
  const params = JSON.stringify(options.params ?? null);
  const fixed = JSON.stringify(options.query ?? {});
  const input = useMemo(
    () => ({
      query: { ...writeQuery(query), ...JSON.parse(fixed) },
      ...(params !== 'null' && { params: JSON.parse(params) }),
    }),
    [query, params, fixed],
  );
  const [pollMs, setPollMs] = useState(options.pollMs?.([]));
  const { data, meta, error, isFetching, loadedAt, refetch } = useShownList<Endpoint>(
    endpoint,
    input,
    pollMs,
  );
  const rows = data as readonly R[] | undefined;
  const nextMs = options.pollMs?.(rows ?? []);
  if (nextMs !== pollMs) setPollMs(nextMs);
  useLastPage(list, meta);
  return { shown: { ...list, rows, total: meta?.total, error, isFetching, loadedAt, refetch }, input };
}

/** For rows without an `id`, which are only shown. */
export const useRows = <R, const Filter extends string = never>(
  endpoint: RowsEndpoint<R>,
  options: Options<R, Filter>,
): ShownList<R, Filter> => useListCall(endpoint, options).shown;

/** @param endpoint of the contract that returns a list of rows with an `id` */
export function useList<R extends Row, const Filter extends string = never>(
  endpoint: ListEndpoint<R>,
  options: Options<R, Filter> = {},
): List<R, Filter> {
  const { shown, input } = useListCall(endpoint, options);
  const { rows } = shown;
  const [ids, setIds] = useState<readonly R['id'][]>([]);
  return {
    ...shown,
    selected: useMemo(() => (rows ?? []).filter(({ id }) => ids.includes(id)), [rows, ids]),
    select: useCallback((chosen: readonly R[]) => setIds(chosen.map(({ id }) => id)), []),
    readAll: useCallback((signal) => readAllPages(endpoint, input, signal), [endpoint, input]),
  };
}

/** Leaves out empty values and defaults. */
function writeQuery<Filter extends string>({ filters, search, sort, ...rest }: ListQuery<Filter>['query']) {
  const joined = Object.entries<string[]>(filters).map(([name, values]) => [name, values.join(',')]);
  const texts = [['sort', sort], ['search', search], ...joined];
  return { ...rest, ...Object.fromEntries(texts.filter(([, text]) => text !== '')) };
}

async function readAllPages<R extends Row>(
  endpoint: ListEndpoint<R>,
  base: { query: object },
  signal: AbortSignal,
): Promise<R[]> {
  // Deduplicated by id: a row that changes meanwhile may be on two pages.
  const found = new Map<R['id'], R>();
  let last = 1;
  for (let page = 1; page <= last; page += 1) {
    const input = { ...base, query: { ...base.query, page, per_page: EXPORT_PER_PAGE } };
    const { data, meta } = await send<Endpoint>(endpoint, input, { signal });
    for (const row of data as R[]) found.set(row.id, row);
    last = meta?.last_page ?? 1;
  }
  return [...found.values()];
}
