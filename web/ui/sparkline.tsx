/** Small line of daily figures; the figure next to it is their sum. */
const WIDTH = 72;
const HEIGHT = 20;
const EDGE = 2;

export function Sparkline({ values }: { values: readonly number[] }) {
  if (values.length < 2) return null;
  const largest = Math.max(1, ...values);
  const step = (WIDTH - 2 * EDGE) / (values.length - 1);
  const points = values.map((value, index) => {
    const y = HEIGHT - EDGE - (value / largest) * (HEIGHT - 2 * EDGE);
    return `${(EDGE + index * step).toFixed(1)},${y.toFixed(1)}`;
  });
  const [x, y] = points.at(-1)?.split(',') ?? [];
  return (
    <svg width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      <polyline points={points.join(' ')} fill="none" stroke="var(--text2)" strokeWidth="1.5" />
      <circle cx={x} cy={y} r="2" fill="var(--text2)" />
    </svg>
  );
}
