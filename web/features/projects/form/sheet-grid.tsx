/**
 * Grid of the sheet: row numbers as in the sheet, cells with a problem tinted, framed and with a corner. It
 * scrolls within itself; row number and first column are sticky.
 */
import { Box, VisuallyHidden } from '@mantine/core';
import { startTransition, useEffect, useRef, useState } from 'react';
import { formatAmount, formatCount } from '#web/ui/format-figure.ts';
import type { TableInspection } from './form-state.ts';
import { type Grid, type GridCell, type GridLine, hasKnownPlaces } from './grid-rows.rules.ts';
import classes from './sheet-grid.module.css';
import { useScrollEdge } from './use-scroll-edge.ts';

/** More rows than fit into the box. */
const FIRST_LINES = 15;
const NEXT_LINES = 25;

interface Props {
  table: TableInspection;
  grid: Grid;
  label: string;
  /** All lines are rendered for the first time. */
  onDrawn?: () => void;
}

export function SheetGrid({ table, grid, label, onDrawn }: Props) {
  const { ref, hasMore } = useScrollEdge();
  const hasPlaces = hasKnownPlaces(table);
  const columns = grid.order.flatMap((index) => table.columns[index] ?? []);
  const count = useGrowingCount(grid.lines.length, onDrawn);
  const lines = grid.lines.slice(0, count);
  return (
    <div className={classes.frame} data-more={hasMore || undefined}>
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
            {lines.map((line) =>
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

/**
 * @returns number of rendered lines: it grows by one step per frame, because the layout of all cells at once
 * blocks typing
 */
function useGrowingCount(count: number, onDrawn: Props['onDrawn']): number {
  const [drawn, setDrawn] = useState(FIRST_LINES);
  const reportDrawn = useRef(onDrawn);
  const isWhole = drawn >= count;
  useEffect(() => {
    if (!isWhole) {
      const frame = requestAnimationFrame(() => startTransition(() => setDrawn(drawn + NEXT_LINES)));
      return () => cancelAnimationFrame(frame);
    }
    reportDrawn.current?.();
    // Only once: another sheet must not take the focus.
    reportDrawn.current = undefined;
    return undefined;
  }, [isWhole, drawn]);
  return drawn;
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
