/**
 * The screen of a list: search and filters, the rows with selection and menu, pages, CSV; and what stands
 * in their place while they load, when there are none, when none is found, and after a failure.
 */
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { BulkBar, type BulkAction } from '#web/ui/bulk-bar.tsx';
import { DataTable, type Column } from '#web/ui/data-table.tsx';
import { EmptyState, NoResults } from '#web/ui/empty-state.tsx';
import { formatAmount, pluralize } from '#web/ui/format-figure.ts';
import { PageHead } from '#web/ui/page-head.tsx';
import { SkeletonRows } from '#web/ui/skeleton-rows.tsx';
import { Alert } from './alert.tsx';
import type { CsvColumn } from './csv.ts';
import { useCsv } from './use-csv.ts';
import { ExportButton, ExportIcon, exportSelected } from './export-button.tsx';
import classes from './list-page.module.css';
import { type FilterChoice, ListTools, type View } from './list-tools.tsx';
import { Pager } from './pager.tsx';
import type { List, Row } from './use-list.ts';

/** Where the tools of the list become icons. */
const NARROW = '(max-width: 640px)';

interface Props<R extends Row, Filter extends string> {
  list: List<R, Filter>;
  /** One row: `project`. Also names the file of the export. */
  noun: string;
  title: string;
  /** One sentence, and what starts: shown while there is no row at all. */
  empty: { title: string; text: ReactNode; action?: ReactNode };
  /** Between the head and the tools. */
  summary?: ReactNode;
  /** The one filled button, right in the head. */
  action?: ReactNode;
  /** What of a row can be searched: `title`. */
  search?: string;
  views?: readonly View<Filter>[];
  filters?: readonly FilterChoice<Filter>[];
  /** Fields that filter otherwise than by a choice: days, for example. */
  fields?: ReactNode;
  /** The first is the title of a row. */
  columns?: readonly Column<R>[];
  rowName?: (row: R) => string;
  /** `Menu.Item`s of a row. */
  menu?: (row: R) => ReactNode;
  /** What can be done with selected rows. */
  bulk?: (rows: readonly R[]) => readonly BulkAction[];
  csv?: readonly CsvColumn<R>[];
  /** Rows that are no table. */
  children?: (rows: readonly R[]) => ReactNode;
}

export function ListPage<R extends Row, Filter extends string>(props: Props<R, Filter>) {
  const { list, noun, title, empty, action, bulk, csv } = props;
  const { rows, total, selected } = list;
  const isNarrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  const isEmpty = total === 0 && !list.isFiltered;
  const exporting = useCsv(list, noun, csv);
  const canExport = csv !== undefined && !isEmpty;
  const actions = [
    ...(csv ? [exportSelected(() => void exporting.run(selected))] : []),
    ...(bulk?.(selected) ?? []),
  ];
  return (
    <>
      <PageHead
        title={title}
        facts={describeTotal(total, noun, list.isFiltered)}
        actions={
          !isEmpty && (
            <>
              {canExport && !isNarrow && <ExportButton exporting={exporting} isDisabled={!total} />}
              {action}
            </>
          )
        }
      />
      {props.summary}
      {!isEmpty && (
        <ListTools
          query={list}
          nouns={pluralize(noun)}
          search={props.search}
          views={props.views}
          filters={props.filters}
          fields={props.fields}
          action={canExport && isNarrow && <ExportIcon exporting={exporting} isDisabled={!total} />}
        />
      )}
      <div
        className={classes.list}
        data-selecting={selected.length > 0 || undefined}
        aria-busy={list.isFetching || undefined}
      >
        <State list={list} noun={noun} empty={empty} />
        {rows && rows.length > 0 && total !== 0 && <Rows {...props} rows={rows} />}
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
      <BulkBar count={selected.length} onClear={() => list.select([])} actions={actions} />
    </>
  );
}

function Rows<R extends Row, Filter extends string>(props: Props<R, Filter> & { rows: readonly R[] }) {
  const { list, rows, title, columns, rowName = ({ id }) => String(id), menu, bulk, csv, children } = props;
  if (columns === undefined) return children?.(rows);
  const selecting = bulk || csv ? { chosen: list.selected, onChoose: list.select } : {};
  return (
    <DataTable
      label={title}
      rows={rows}
      columns={columns}
      rowKey={({ id }) => id}
      rowName={rowName}
      sort={list.query.sort}
      onSort={list.setSort}
      {...selecting}
      {...(menu && { menu })}
    />
  );
}

type StateProps<R extends Row, Filter extends string> = Pick<Props<R, Filter>, 'list' | 'noun' | 'empty'>;

/** What is where rows would, or above old ones. */
function State<R extends Row, Filter extends string>({ list, noun, empty }: StateProps<R, Filter>) {
  const { rows, total, error } = list;
  if (error) {
    return (
      <Alert
        what={`The ${pluralize(noun)} could not be loaded.`}
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

function describeTotal(total: number | undefined, noun: string, isFiltered: boolean): string {
  if (total === undefined) return `All ${pluralize(noun)}`;
  if (total === 0 && !isFiltered) return 'None yet';
  return isFiltered ? `${formatAmount(total, noun)} found` : formatAmount(total, noun);
}
