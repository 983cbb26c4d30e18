/** The sheet's columns: how many places each fills, and in how many rows it is empty. */
import { Box } from '@mantine/core';
import type { TableInspection } from '#engine';
import { formatCount } from '#web/ui/format-figure.ts';
import classes from '#web/ui/small-table.module.css';

const share = (part: number, whole: number) =>
  part === 0 || whole === 0 ? '' : ` (${Math.max(1, Math.round((part / whole) * 100))}%)`;

export function ColumnList({ table, hasPlaces }: { table: TableInspection; hasPlaces: boolean }) {
  const { columns, rowCount } = table;
  return (
    <Box bd="1px solid var(--line2)" bdrs={12} bg="var(--raised)" style={{ overflow: 'hidden' }}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Column</th>
            <th scope="col">Places filled</th>
            <th scope="col">Empty rows</th>
          </tr>
        </thead>
        <tbody>
          {columns.map(({ name, places, empty }) => (
            <tr key={name}>
              <Box component="th" scope="row" ff="monospace" fz={12.5}>
                {name}
              </Box>
              <td>{hasPlaces ? formatCount(places) : '–'}</td>
              <td>{formatCount(empty) + share(empty, rowCount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  );
}
