/** List in a page or a card: search, filters, rows, pages, and the empty, loading and error states. */
import type { ReactNode } from 'react';
import { EmptyState, NoResults } from '#web/ui/empty-state.tsx';
import { pluralize } from '#web/ui/format-figure.ts';
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx';
import { Alert } from './alert.tsx';
import classes from './list-page.module.css';
import { type FilterChoice, ListTools, type View } from './list-tools.tsx';
import { Pager } from './pager.tsx';
import type { ShownList } from './use-list.ts';

export interface ListBodyProps<Filter extends string> {
  /** One row: `project`. */
  noun: string;
  /** Shown while there are no rows at all. */
  empty: { title: string; text: ReactNode; action?: ReactNode };
  /** Searchable field: `title`. */
  search?: string | undefined;
  views?: readonly View<Filter>[] | undefined;
  filters?: readonly FilterChoice<Filter>[] | undefined;
  /** Filters that aren't a select, such as days. */
  fields?: ReactNode;
}

interface Props<R, Filter extends string> extends ListBodyProps<Filter> {
  list: ShownList<R, Filter>;
  /** An icon among the tools on narrow screens. */
  tool?: ReactNode;
  isSelecting?: boolean;
  children: (rows: readonly R[]) => ReactNode;
}

export function ListBody<R, Filter extends string>(props: Props<R, Filter>) {
  const { list, noun, search, views, filters, fields, tool, isSelecting = false, children } = props;
  const { rows, total } = list;
  return (
    <>
      {(total !== 0 || list.isFiltered) && (
        <ListTools
          query={list}
          nouns={pluralize(noun)}
          search={search}
          views={views}
          filters={filters}
          fields={fields}
          action={tool}
        />
      )}
      <div
        className={classes.list}
        data-selecting={isSelecting || undefined}
        aria-busy={list.isFetching || undefined}
      >
        <State {...props} />
        {rows && rows.length > 0 && total !== 0 && children(rows)}
        {total !== undefined && total > 0 && (
          <Pager
            page={list.query.page}
            perPage={list.query.per_page}
            total={total}
            onPage={list.setPage}
            onPerPage={list.setPerPage}
          />
        )}
      </div>
    </>
  );
}

/** Loading, empty or error state, in place of the rows or above old ones. */
function State<R, Filter extends string>({ list, noun, empty }: Props<R, Filter>) {
  const { rows, total, error } = list;
  if (error) {
    return (
      <Alert
        what={`Couldn’t load the ${pluralize(noun)}.`}
        error={error}
        rowsFrom={rows && list.loadedAt}
        onRetry={list.refetch}
      />
    );
  }
  if (!rows) return <SkeletonRows label={`Loading the ${pluralize(noun)}`} />;
  if (total !== 0) return null;
  return list.isFiltered ? (
    <NoResults text={`No matching ${pluralize(noun)}`} onClear={list.clear} />
  ) : (
    <EmptyState title={empty.title} actions={empty.action}>
      {empty.text}
    </EmptyState>
  );
}
