/**
 * Page, size, search, order and filters of a list are in the URL, so that a list can be bookmarked and
 * shared. Defaults are left out, and unknown values are ignored.
 */
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router';
import type { z } from 'zod';
import type { Endpoint, ListMeta } from '#contract/endpoint.ts';

const DEFAULT_PER_PAGE = 25;

interface Options<Filter extends string> {
  /** Default order: `-updated_at`. */
  sort?: string;
  /** Sortable names, without the minus; by default only the default order. */
  sorts?: readonly string[];
  filters?: readonly Filter[];
  /** Query schema of the endpoint: a search and filters that it would refuse are ignored. */
  accepts?: Endpoint['query'];
}

export interface ListQuery<Filter extends string> {
  query: {
    page: number;
    per_page: number;
    search: string;
    sort: string;
    filters: Record<Filter, string[]>;
  };
  /** @param isReplacing replaces the history entry */
  setPage: (page: number, isReplacing?: boolean) => void;
  setPerPage: (perPage: number) => void;
  setSearch: (search: string) => void;
  setSort: (sort: string) => void;
  setFilter: (name: Filter, values: readonly string[]) => void;
  /** Clears search and filters; order and size stay. */
  clear: () => void;
  isFiltered: boolean;
}

type Change = Record<string, string | undefined>;

export function useListQuery<Filter extends string = never>(options: Options<Filter>): ListQuery<Filter> {
  const [address, setAddress] = useSearchParams();
  const { sort: usual = '', sorts = [] } = options;
  const joined = (options.filters ?? []).join(',');
  const names = useMemo(() => joined.split(',').filter(Boolean) as Filter[], [joined]);
  const wanted = address.get('sort') ?? '';
  const sort = sorts.includes(wanted.replace(/^-/, '')) ? wanted : usual;
  const { accepts } = options;
  const query = useMemo(() => readQuery(address, { sort, names, accepts }), [address, sort, names, accepts]);
  // A second change may come before the first one renders, and must not undo it.
  const latest = useRef(address);
  useLayoutEffect(() => {
    latest.current = address;
  }, [address]);
  const change = useCallback(
    (part: Change, isReplacing = false) => {
      const next = new URLSearchParams(latest.current);
      // A new search or order starts at the first page.
      for (const [name, value] of Object.entries({ page: undefined, ...part })) {
        if (value === undefined || value === '') next.delete(name);
        else next.set(name, value);
      }
      latest.current = next;
      setAddress(next, { replace: isReplacing, preventScrollReset: true });
    },
    [setAddress],
  );
  // Stable functions, so that tables don't rerender.
  const setters = useMemo(
    () => ({
      setPage: (page: number, isReplacing?: boolean) =>
        change({ page: page === 1 ? undefined : String(page) }, isReplacing),
      setPerPage: (size: number) =>
        change({ per_page: size === DEFAULT_PER_PAGE ? undefined : String(size) }),
      setSearch: (search: string) => change({ search }, true),
      setSort: (next: string) => change({ sort: next === usual ? undefined : next }),
      setFilter: (name: Filter, values: readonly string[]) => change({ [name]: values.join(',') }),
      clear: () =>
        change({ search: undefined, ...Object.fromEntries(names.map((name) => [name, undefined])) }),
    }),
    [change, names, usual],
  );
  return {
    query,
    ...setters,
    isFiltered: query.search !== '' || names.some((name) => query.filters[name].length > 0),
  };
}

/**
 * Redirects to the last page if a list has become shorter, or if the URL has a page that doesn't exist.
 * @param meta of the shown reply
 */
export function useLastPage(
  { query, setPage }: Pick<ListQuery<never>, 'query' | 'setPage'>,
  meta?: ListMeta,
) {
  const isBeyond = meta !== undefined && meta.page === query.page && query.page > meta.last_page;
  const last = meta?.last_page ?? 1;
  useEffect(() => {
    if (isBeyond) setPage(last, true);
  });
}

interface Reading<Filter extends string> {
  sort: string;
  names: readonly Filter[];
  accepts: Endpoint['query'];
}

function readQuery<Filter extends string>(
  address: URLSearchParams,
  { sort, names, accepts }: Reading<Filter>,
): ListQuery<Filter>['query'] {
  const isAccepted = (name: string, value: string) =>
    (accepts?.shape[name] as z.ZodType | undefined)?.safeParse(value).success ?? true;
  const readFilter = (name: Filter) => {
    const values = (address.get(name) ?? '')
      .split(',')
      .filter((each) => each !== '' && isAccepted(name, each));
    // A filter with one value gets the first one.
    return isAccepted(name, values.join(',')) ? values : values.slice(0, 1);
  };
  const filters = names.map((name) => [name, readFilter(name)] as const);
  const search = address.get('search') ?? '';
  return {
    page: readCount(address.get('page'), 1),
    per_page: Math.min(100, readCount(address.get('per_page'), DEFAULT_PER_PAGE)),
    search: isAccepted('search', search) ? search : '',
    sort,
    filters: Object.fromEntries(filters) as Record<Filter, string[]>,
  };
}

function readCount(text: string | null, otherwise: number): number {
  return text !== null && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : otherwise;
}
