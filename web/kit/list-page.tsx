/**
 * List page: search, filters, rows with selection and menu, pages, CSV, and the loading, empty and error
 * states.
 */
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type BulkAction, BulkBar } from '#web/ui/bulk-bar.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { formatAmount, pluralize } from '#web/ui/format-figure.ts';
import { PageHead } from '#web/ui/page-head.tsx';
import { formatError } from '#web/client/format-error.ts';
import { showToast } from '#web/ui/toast.tsx';
import type { CsvColumn } from './csv.ts';
import { ListBody, type ListBodyProps } from './list-body.tsx';
import { ExportButton, ExportIcon, exportSelected } from './export-button.tsx';
import type { List, Row } from './use-list.ts';

/** Below this width the tools become icons. */
const NARROW = '(max-width: 640px)';

/** Also the base of the export's file name. */
interface Props<R extends Row, Filter extends string> extends ListBodyProps<Filter> {
  list: List<R, Filter>;
  title: string;
  /** Shown between the head and the tools. */
  summary?: ReactNode;
  /** Primary button in the head. */
  action?: ReactNode;
  /** The first one is the title of a row. */
  columns?: readonly Column<R>[];
  rowName?: (row: R) => string;
  /** `Menu.Item`s of a row. */
  menu?: (row: R) => ReactNode;
  /** Actions on selected rows. */
  bulk?: (rows: readonly R[]) => readonly BulkAction[];
  csv?: readonly CsvColumn<R>[];
  /** Custom rows instead of a table. */
  children?: (rows: readonly R[]) => ReactNode;
}

export function ListPage<R extends Row, Filter extends string>(props: Props<R, Filter>) {
  const { list, noun, title, action, bulk, csv } = props;
  const { total, selected } = list;
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
      <ListBody
        {...props}
        isSelecting={selected.length > 0}
        tool={canExport && isNarrow && <ExportIcon exporting={exporting} isDisabled={!total} />}
      >
        {(shown) => <Rows {...props} rows={shown} />}
      </ListBody>
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

export function describeTotal(total: number | undefined, noun: string, isFiltered: boolean): string {
  if (total === undefined) return `All ${pluralize(noun)}`;
  if (total === 0 && !isFiltered) return 'None yet';
  return isFiltered ? `${formatAmount(total, noun)} found` : formatAmount(total, noun);
}

interface Exporting<R> {
  /** One at a time; without rows it reads all of them. */
  run: (rows?: readonly R[]) => Promise<void>;
  isRunning: boolean;
}

/** Exports a list as a CSV file: all matching rows, or the given ones. Leaving the page aborts it. */
function useCsv<R extends Row>(
  { readAll }: Pick<List<R>, 'readAll'>,
  noun: string,
  columns: readonly CsvColumn<R>[] = [],
): Exporting<R> {
  const [isRunning, setRunning] = useState(false);
  const current = useRef<AbortController>(undefined);
  useEffect(() => () => current.current?.abort(), []);
  const run = async (rows?: readonly R[]) => {
    if (current.current !== undefined) return;
    const { signal } = (current.current = new AbortController());
    setRunning(true);
    try {
      // Loaded on demand.
      const { getCsvFileName, writeCsv } = await import('./csv.ts');
      const { downloadBlob } = await import('#web/ui/download-blob.ts');
      downloadBlob(getCsvFileName(noun, new Date()), writeCsv(rows ?? (await readAll(signal)), columns));
    } catch (error) {
      if (signal.aborted) return;
      showToast({ kind: 'error', text: 'Couldn’t export the list.', detail: formatError(error) });
    }
    current.current = undefined;
    setRunning(false);
  };
  return { run, isRunning };
}
