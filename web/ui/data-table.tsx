/**
 * Rows of a list in one card: a table on wide screens, cards on narrow ones, from the same columns. Sorting
 * and paging happen on the server.
 */
import { Checkbox, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from './data-table.module.css';
import { useIsNarrower } from './use-width.ts';

export interface Column<Row> {
  /** Name of the field, also for sorting. */
  key: string;
  head: string;
  render: (row: Row) => ReactNode;
  isSortable?: boolean;
  /** `right` for figures. */
  align?: 'right';
  width?: number | string;
  /** Hidden in cards. */
  isWideOnly?: boolean;
}

/** `title`, or `-title` for descending, as in the server's `sort`. */
export type Sort = string;

interface Props<Row> {
  rows: readonly Row[];
  /** The first column is the title of a card. */
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string | number;
  /** Accessible name of a row: `Emergency plumber`. */
  rowName: (row: Row) => string;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
  chosen?: readonly Row[];
  onChoose?: (rows: Row[]) => void;
  /** Menu of the row, always visible. */
  menu?: (row: Row) => ReactNode;
  isDense?: boolean;
  label: string;
}

/** Shown in table cells; cards leave it out. */
const NO_VALUE = '–';
const MIN_MAIN_WIDTH = 240;
const MENU_WIDTH = 56;
const BOX_WIDTH = 52;
const NARROW = '(max-width: 639.98px)';

export function DataTable<Row>(props: Props<Row>) {
  const isPhone = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false });
  const { ref, isNarrower } = useIsNarrower<HTMLDivElement>(getMinWidth(props));
  return (
    <div ref={ref} className={classes.card}>
      {isPhone || isNarrower ? <Cards {...props} /> : <Wide {...props} />}
    </div>
  );
}

/** Minimum width of a table with a readable first column, in pixels; narrower ones become cards. */
function getMinWidth<Row>({ columns, menu, onChoose }: Props<Row>): number {
  const fixed = columns.reduce((sum, { width }) => sum + (typeof width === 'number' ? width : 0), 0);
  return MIN_MAIN_WIDTH + fixed + (menu ? MENU_WIDTH : 0) + (onChoose ? BOX_WIDTH : 0);
}

function Wide<Row>(props: Props<Row>) {
  const { rows, columns, rowKey, rowName, chosen, onChoose, menu } = props;
  return (
    <table aria-label={props.label} className={classes.table} data-dense={props.isDense || undefined}>
      <thead>
        <tr>
          {onChoose && <ChooseAll rows={rows} chosen={chosen ?? []} onChoose={onChoose} />}
          {columns.map((column) => (
            <Head key={column.key} {...props} column={column} />
          ))}
          {menu && <Head {...props} column={{ key: '…', head: '', width: MENU_WIDTH }} />}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)} data-chosen={chosen?.includes(row) || undefined}>
            {onChoose && (
              <td className={classes.chooser}>
                <Checkbox
                  aria-label={`Choose ${rowName(row)}`}
                  checked={chosen?.includes(row) ?? false}
                  onChange={() => onChoose(toggle(chosen ?? [], row))}
                />
              </td>
            )}
            {columns.map(({ key, align, render }) => (
              <td key={key} data-right={align === 'right' || undefined}>
                {render(row)}
              </td>
            ))}
            {menu && <td data-right>{menu(row)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const toggle = <Row,>(chosen: readonly Row[], row: Row): Row[] =>
  chosen.includes(row) ? chosen.filter((each) => each !== row) : [...chosen, row];

function ChooseAll<Row>({
  rows,
  chosen,
  onChoose,
}: Required<Pick<Props<Row>, 'rows' | 'chosen' | 'onChoose'>>) {
  const isAll = rows.length > 0 && rows.every((row) => chosen.includes(row));
  return (
    <th className={classes.chooser}>
      <Checkbox
        aria-label="Select all rows on this page"
        checked={isAll}
        indeterminate={chosen.length > 0 && !isAll}
        onChange={() => onChoose(isAll ? [] : [...rows])}
      />
    </th>
  );
}

function Head<Row>({ column, columns, sort, onSort }: Props<Row> & { column: Omit<Column<Row>, 'render'> }) {
  const { key, head, align, isSortable, width } = column;
  const common = { 'data-right': align === 'right' || undefined, style: { width } };
  // A column without a visible head still needs an accessible name.
  if (head === '') {
    return (
      <th {...common}>
        <VisuallyHidden>Actions</VisuallyHidden>
      </th>
    );
  }
  if (!isSortable || onSort === undefined || sort === undefined) return <th {...common}>{head}</th>;
  const isSorted = sort.replace(/^-/, '') === key;
  const isDown = sort.startsWith('-');
  const Arrow = isDown ? ArrowDown : ArrowUp;
  return (
    <th {...common} aria-sort={isSorted ? (isDown ? 'descending' : 'ascending') : 'none'}>
      <button type="button" className={classes.sort} onClick={() => onSort(nextSort(sort, key, columns))}>
        {head}
        {isSorted && <Arrow size={14} />}
      </button>
    </th>
  );
}

/** Text sorts ascending first, figures and times descending; a second click reverses the order. */
function nextSort<Row>(sort: Sort, key: string, columns: readonly Column<Row>[]): Sort {
  if (sort.replace(/^-/, '') === key) return sort.startsWith('-') ? key : `-${key}`;
  return columns.find((column) => column.key === key)?.align === 'right' ? `-${key}` : key;
}

function Cards<Row>(props: Props<Row>) {
  const { rows, columns, rowKey, rowName, chosen, onChoose, menu } = props;
  const [main, ...others] = columns;
  return (
    <ul className={classes.cards} aria-label={props.label}>
      {rows.map((row) => (
        <li key={rowKey(row)} className={classes.item} data-chosen={chosen?.includes(row) || undefined}>
          {onChoose && (
            <Checkbox
              className={classes.box ?? ''}
              aria-label={`Choose ${rowName(row)}`}
              checked={chosen?.includes(row) ?? false}
              onChange={() => onChoose(toggle(chosen ?? [], row))}
            />
          )}
          <div className={classes.head}>{main?.render(row)}</div>
          {menu && <div className={classes.menu}>{menu(row)}</div>}
          <dl className={classes.facts}>
            {others
              .filter(({ isWideOnly }) => isWideOnly !== true)
              .map((column) => ({ ...column, fact: column.render(row) }))
              .filter(({ fact }) => fact !== NO_VALUE && fact !== null)
              .map(({ key, head, fact }) => (
                <div key={key}>
                  <dt>{head === '' ? <VisuallyHidden>Actions</VisuallyHidden> : head}</dt>
                  <dd>{fact}</dd>
                </div>
              ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}
