/** The sheet's columns: how many places each fills, and in how many rows it is empty. */
import type { TableInspection } from '#engine';
import { formatCount } from '#web/ui/format-figure.ts';
import classes from './column-list.module.css';

const share = (part: number, whole: number) =>
  part === 0 || whole === 0 ? '' : ` (${Math.max(1, Math.round((part / whole) * 100))}%)`;

export function ColumnList({ table, hasPlaces }: { table: TableInspection; hasPlaces: boolean }) {
  const { columns, rowCount } = table;
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Column</th>
          <th scope="col" className={classes.figure}>
            Places filled
          </th>
          <th scope="col" className={classes.figure}>
            Empty rows
          </th>
        </tr>
      </thead>
      <tbody>
        {columns.map(({ name, places, empty }) => (
          <tr key={name}>
            <th scope="row" className={classes.name}>
              {name}
            </th>
            <td className={classes.figure}>{hasPlaces ? formatCount(places) : '–'}</td>
            <td className={classes.figure}>{formatCount(empty) + share(empty, rowCount)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
