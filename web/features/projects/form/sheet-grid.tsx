/**
 * Grid of the sheet: row numbers as in the sheet, cells with a problem tinted, framed and with a corner. It
 * scrolls within itself; row number and first column are sticky.
 */
import { Box, VisuallyHidden } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { formatAmount, formatCount } from '#web/ui/format-figure.ts';
import type { TableInspection } from './form-state.ts';
import { type Grid, type GridCell, type GridLine, hasKnownPlaces } from './grid-rows.rules.ts';
import classes from './sheet-grid.module.css';

interface Props {
  table: TableInspection;
  grid: Grid;
  label: string;
  /** Shown and focused first. */
  openRow?: number | undefined;
}

export function SheetGrid({ table, grid, label, openRow }: Props) {
  const ref = useRef<HTMLElement>(null);
  const toOpen = useRef(openRow);
  useEffect(() => {
    if (toOpen.current !== undefined) showCell(ref.current, grid, { row: toOpen.current, column: -1 });
    // Only once: another sheet must not take the focus.
    toOpen.current = undefined;
  }, [grid]);
  const hasPlaces = hasKnownPlaces(table);
  const columns = grid.order.flatMap((index) => table.columns[index] ?? []);
  return (
    <div className={classes.frame}>
      {/* Focusable, so that it scrolls by keyboard. */}
      <section ref={ref} className={classes.scroller} aria-label={label} tabIndex={0}>
        <table className={classes.grid}>
          <thead>
            <tr>
              <th scope="col" className={classes.corner}>
                <VisuallyHidden>Row</VisuallyHidden>
              </th>
              {columns.map(({ name, places }, index) => (
                // Two columns may have the same name.
                <th key={index} scope="col" data-unused={(hasPlaces && places === 0) || undefined}>
                  <span className={classes.name}>{name}</span>
                  {hasPlaces && (
                    <Box
                      component="span"
                      display="block"
                      c="var(--text3)"
                      fz="xs"
                      lh="16px"
                      style={{ fontFamily: 'Overpass, system-ui, sans-serif' }}
                    >
                      {formatAmount(places, 'place')}
                    </Box>
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {grid.lines.map((line) =>
              line.kind === 'row' ? (
                <Row key={line.row} line={line} />
              ) : (
                <tr key={`fold-${line.key}`} className={classes.fold}>
                  <td colSpan={columns.length + 1}>
                    <Box component="span" pos="sticky" left={66}>
                      {formatAmount(line.count, 'row')} {line.isGood ? 'without a problem' : 'not shown'}
                    </Box>
                  </td>
                </tr>
              ),
            )}
          </tbody>
        </table>
      </section>
    </div>
  );
}

function Row({ line }: { line: GridLine & { kind: 'row' } }) {
  return (
    <tr>
      {/* Target for problems without a cell. */}
      <th
        scope="row"
        className={classes.number}
        data-severity={line.severity}
        data-row={line.row}
        tabIndex={-1}
      >
        {formatCount(line.row)}
      </th>
      {line.cells.map((cell, index) => (
        <Cell key={index} cell={cell} />
      ))}
    </tr>
  );
}

function Cell({ cell: { text, severity } }: { cell: GridCell }) {
  return (
    // Target for problems below.
    <td
      data-severity={severity}
      tabIndex={severity === undefined ? undefined : -1}
      title={text.length > 32 ? text : undefined}
    >
      {severity && text === '' ? (
        <Box component="span" opacity={0.85} style={{ fontStyle: 'normal' }}>
          empty
        </Box>
      ) : (
        text
      )}
    </td>
  );
}

/**
 * Scrolls to a cell of the grid and focuses it: that of the field, otherwise the first of its row with a
 * problem, otherwise the row number.
 */
export function showCell(place: HTMLElement | null, grid: Grid, at: { row: number; column: number }): void {
  const head = place?.querySelector<HTMLTableCellElement>(`th[data-row="${at.row}"]`);
  const cells = [...(head?.parentElement?.querySelectorAll<HTMLElement>('td') ?? [])];
  const marked = cells.filter(({ dataset }) => dataset.severity !== undefined);
  const worst = marked.find(({ dataset }) => dataset.severity !== 'notice') ?? marked[0];
  const own = cells[grid.order.indexOf(at.column)];
  const target = (own && marked.includes(own) ? own : worst) ?? head;
  target?.focus({ preventScroll: true });
  target?.scrollIntoView({ block: 'center', inline: 'nearest' });
}
