/**
 * Rows of a list in one card: a table on wide screens, cards on narrow ones, from the same columns. It
 * sorts and pages nothing itself; the server does.
 */
import 'mantine-datatable/styles.layer.css';
import { Checkbox, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { DataTable as KitTable, type DataTableColumn } from 'mantine-datatable';
import type { ReactNode } from 'react';
import classes from './data-table.module.css';
import { useIsNarrower } from './use-width.ts';

export interface Column<Row> {
  /** Name of the field; the name that sorting uses. */
  key: string;
  head: string;
  render: (row: Row) => ReactNode;
  isSortable?: boolean;
  /** Figures stand at the right. */
  isRight?: boolean;
  width?: number | string;
  /** Leave it out of cards. */
  isWideOnly?: boolean;
}

/** `title`, or `-title` for the other direction: as the server's `sort` reads. */
export type Sort = string;

interface Props<Row> {
  rows: readonly Row[];
  /** The first column is the title of a card. */
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string | number;
  /** How a row is called aloud: `Emergency plumber`. */
  rowName: (row: Row) => string;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
  chosen?: readonly Row[];
  onChoose?: (rows: Row[]) => void;
  /** The row's menu, always visible. */
  menu?: (row: Row) => ReactNode;
  isDense?: boolean;
  label: string;
}

/** A dash fills the cell of a table; a card has no cell to fill. */
const NO_VALUE = '–';
const MAIN_LEAST = 240;
const MENU_WIDTH = 56;
const BOX_WIDTH = 52;
const NARROW = '(max-width: 639.98px)';

export function DataTable<Row>(props: Props<Row>) {
  const isPhone = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false });
  const { ref, isNarrower } = useIsNarrower<HTMLDivElement>(leastWidth(props));
  return (
    <div ref={ref} className={classes.card}>
      {isPhone || isNarrower ? <Cards {...props} /> : <Wide {...props} />}
    </div>
  );
}

/** Pixels of a table whose first column can still be read; with less room its rows are cards. */
function leastWidth<Row>({ columns, menu, onChoose }: Props<Row>): number {
  const fixed = columns.reduce((sum, { width }) => sum + (typeof width === 'number' ? width : 0), 0);
  return MAIN_LEAST + fixed + (menu ? MENU_WIDTH : 0) + (onChoose ? BOX_WIDTH : 0);
}

const ARROW = { size: 14, strokeWidth: 1.75, absoluteStrokeWidth: true } as const;

function Wide<Row>(props: Props<Row>) {
  const { rows, columns, rowKey, sort, onSort, chosen, onChoose, menu } = props;
  const main = columns[0]?.key;
  const kitColumns: DataTableColumn<Row>[] = columns.map((column) => ({
    accessor: column.key,
    // A head without a word is still called something by who reads aloud.
    title: column.head === '' ? <VisuallyHidden>Actions</VisuallyHidden> : column.head,
    render: column.render,
    sortable: column.isSortable === true && onSort !== undefined,
    textAlign: column.isRight ? 'right' : 'left',
    ...(column.width === undefined ? {} : { width: column.width }),
    ...(column.key === main && classes.main ? { cellsClassName: classes.main } : {}),
  }));
  if (menu)
    kitColumns.push({
      accessor: '…',
      title: <VisuallyHidden>Actions</VisuallyHidden>,
      render: menu,
      textAlign: 'right',
      width: MENU_WIDTH,
    });
  const sorting = sort !== undefined && onSort !== undefined;
  const sortStatus = sorting
    ? {
        sortStatus: {
          columnAccessor: sort.replace(/^-/, ''),
          direction: sort.startsWith('-') ? ('desc' as const) : ('asc' as const),
        },
        // The kit would keep the direction of the column before.
        onSortStatusChange: (next: { columnAccessor: unknown }) =>
          onSort(nextSort(sort, String(next.columnAccessor), columns)),
      }
    : {};
  const choosing =
    chosen && onChoose
      ? { selectedRecords: [...chosen], onSelectedRecordsChange: onChoose, ...nameBoxes(props) }
      : {};
  return (
    <KitTable<Row>
      aria-label={props.label}
      className={`${classes.table} ${props.isDense ? classes.dense : ''}`}
      records={[...rows]}
      columns={kitColumns}
      idAccessor={(row) => rowKey(row)}
      highlightOnHover
      highlightOnHoverColor="var(--hover)"
      borderColor="var(--line)"
      rowBorderColor="var(--line)"
      backgroundColor="transparent"
      horizontalSpacing={18}
      sortIcons={{ sorted: <ArrowUp {...ARROW} />, unsorted: <ArrowDown {...ARROW} opacity={0} /> }}
      rowClassName={(row) => (chosen?.includes(row) ? classes.chosen : undefined)}
      minHeight={rows.length === 0 ? 120 : 0}
      {...sortStatus}
      {...choosing}
    />
  );
}

/** Words begin at A, figures and times with the highest; a second click turns the order round. */
function nextSort<Row>(sort: Sort, key: string, columns: readonly Column<Row>[]): Sort {
  if (sort.replace(/^-/, '') === key) return sort.startsWith('-') ? key : `-${key}`;
  return columns.find((column) => column.key === key)?.isRight ? `-${key}` : key;
}

/** Every box says which row it chooses. */
function nameBoxes<Row>({ rowName }: Props<Row>) {
  return {
    getRecordSelectionCheckboxProps: (row: Row) => ({ 'aria-label': `Choose ${rowName(row)}` }),
    allRecordsSelectionCheckboxProps: { 'aria-label': 'Choose all rows of this page' },
  };
}

function Cards<Row>(props: Props<Row>) {
  const { rows, columns, rowKey, rowName, chosen, onChoose, menu } = props;
  const [main, ...others] = columns;
  const choose = (row: Row) => {
    const without = (chosen ?? []).filter((each) => each !== row);
    onChoose?.(chosen?.includes(row) ? without : [...without, row]);
  };
  return (
    <ul className={classes.cards} aria-label={props.label}>
      {rows.map((row) => (
        <li key={rowKey(row)} className={classes.item} data-chosen={chosen?.includes(row) || undefined}>
          {onChoose && (
            <Checkbox
              className={classes.box ?? ''}
              aria-label={`Choose ${rowName(row)}`}
              checked={chosen?.includes(row) ?? false}
              onChange={() => choose(row)}
            />
          )}
          <div className={classes.head}>{main?.render(row)}</div>
          {menu && <div className={classes.menu}>{menu(row)}</div>}
          <div className={classes.facts}>
            {others
              .filter(({ isWideOnly }) => isWideOnly !== true)
              .map((column) => ({ key: column.key, fact: column.render(row) }))
              .map(({ key, fact }) => fact !== NO_VALUE && <span key={key}>{fact}</span>)}
          </div>
        </li>
      ))}
    </ul>
  );
}
