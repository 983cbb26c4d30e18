/** Spinner: eight bars that light up in turn. */
import classes from './loader.module.css';

const FLAT = { width: 24, height: 16 };
const UPRIGHT = { width: 16, height: 24 };
const CENTERS = [14, 40, 66];
/** Column and row of each bar, clockwise from the top left. */
const RING: [number, number][] = [
  [0, 0],
  [1, 0],
  [2, 0],
  [2, 1],
  [2, 2],
  [1, 2],
  [0, 2],
  [0, 1],
];

/** Opacity of each bar, brightest first; with reduced motion it doesn't change. */
const GLOW = [1, 0.84, 0.7, 0.56, 0.44, 0.33, 0.24, 0.16];
const STEP_S = 0.15;

function Bar({ column, row, order }: { column: number; row: number; order?: number }) {
  const size = (column + row) % 2 === 0 ? FLAT : UPRIGHT;
  return (
    <rect
      className={order === undefined ? classes.middle : classes.bar}
      {...(order !== undefined && {
        opacity: GLOW[order],
        style: { animationDelay: `${order * STEP_S}s` },
      })}
      x={(CENTERS[column] ?? 0) - size.width / 2}
      y={(CENTERS[row] ?? 0) - size.height / 2}
      rx={3}
      {...size}
    />
  );
}

/** Hidden from screen readers: the text next to it describes the work. */
export function Loader({ size = 80 }: { size?: number }) {
  return (
    <svg style={{ fill: 'var(--live)' }} width={size} height={size} viewBox="0 0 80 80" aria-hidden="true">
      {RING.map(([column, row], order) => (
        <Bar key={`${column}-${row}`} column={column} row={row} order={order} />
      ))}
      <Bar column={1} row={1} />
    </svg>
  );
}
