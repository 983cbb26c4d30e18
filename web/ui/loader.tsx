/** Something is being worked on right now: eight threads of a weave, lighting in turn. */
import classes from './loader.module.css';

const LYING = { width: 24, height: 16 };
const STANDING = { width: 16, height: 24 };
const CENTRES = [14, 40, 66];
/** Column and row of each thread, clockwise from the top left. */
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

/** How bright each thread is, and so how long ago it was lit; without motion they stay so. */
const GLOW = [1, 0.84, 0.7, 0.56, 0.44, 0.33, 0.24, 0.16];
const STEP_S = 0.15;

function Thread({ column, row, order }: { column: number; row: number; order?: number }) {
  const size = (column + row) % 2 === 0 ? LYING : STANDING;
  return (
    <rect
      className={order === undefined ? classes.middle : classes.thread}
      {...(order !== undefined && {
        opacity: GLOW[order],
        style: { animationDelay: `${order * STEP_S}s` },
      })}
      x={(CENTRES[column] ?? 0) - size.width / 2}
      y={(CENTRES[row] ?? 0) - size.height / 2}
      rx={3}
      {...size}
    />
  );
}

/** The word next to it says what is being done; the picture itself is silent. */
export function Loader({ size = 80 }: { size?: number }) {
  return (
    <svg style={{ fill: 'var(--live)' }} width={size} height={size} viewBox="0 0 80 80" aria-hidden="true">
      {RING.map(([column, row], order) => (
        <Thread key={`${column}-${row}`} column={column} row={row} order={order} />
      ))}
      <Thread column={1} row={1} />
    </svg>
  );
}
