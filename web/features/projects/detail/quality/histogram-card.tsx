/** Number of pages by score, below and above the gate. */
import type { RunQuality } from '#contract/run-quality-shapes.ts';
import { ChartCard } from '#web/kit/chart-card.tsx';
import { formatAmount, formatCount } from '#web/ui/format-figure.ts';
import { useWidth } from '#web/ui/use-width.ts';
import { drawHistogram, type HistogramBar } from './histogram.rules.ts';
import { BIN, countBelow } from './quality.rules.ts';

/** Narrower charts have shorter labels. */
const NARROW_PX = 420;

interface Props {
  quality: RunQuality;
  /** Score at which the bars change their color. */
  limit: number;
  /** True if the project has a gate there; the line is gray otherwise. */
  isGate: boolean;
}

export function HistogramCard({ quality, limit, isGate }: Props) {
  const { histogram, pages } = quality;
  const { ref, width } = useWidth<HTMLDivElement>();
  const weak = countBelow(quality, limit);
  const title = pages === 1 ? 'How the page scores' : `How the ${formatCount(pages)} pages score`;
  const texts = [
    `${formatAmount(weak, 'page')} below ${limit}`,
    `${formatAmount(pages - weak, 'page')} at ${limit} or more`,
  ] as const;
  const isNarrow = width < NARROW_PX;
  const labels = isNarrow
    ? ([`${formatCount(weak)} below ${limit}`, `${formatCount(pages - weak)} at ${limit} or more`] as const)
    : texts;
  const drawing =
    width > 0 ? drawHistogram({ bins: histogram, width, gate: limit, texts: labels }) : undefined;
  const bins = histogram.map((count, index) => ({ count, from: index * BIN }));
  return (
    <ChartCard
      title={title}
      table={{
        rows: bins.filter(({ count }) => count > 0),
        columns: [
          { key: 'score', head: 'Score', render: ({ from }) => `${from} to ${from + BIN}` },
          { key: 'pages', head: 'Pages', align: 'right', render: ({ count }) => formatCount(count) },
        ],
        rowKey: ({ from }) => from,
        rowName: ({ from }) => `${from} to ${from + BIN}`,
      }}
    >
      <div ref={ref} role="img" aria-label={texts.join(', ')}>
        {drawing && (
          <svg
            width={width}
            height={drawing.height}
            style={{ display: 'block' }}
            fontSize={12}
            aria-hidden="true"
          >
            {drawing.levels.map(({ count, y }) => (
              <g key={count}>
                <path d={`M34 ${y}H${width - 6}`} stroke="var(--line)" />
                <text x={28} y={y + 4} textAnchor="end" fill="var(--text3)">
                  {formatCount(count)}
                </text>
              </g>
            ))}
            {drawing.bars.map((bar) => (
              <Bar key={bar.from} bar={bar} />
            ))}
            {drawing.ticks.map(({ score, x }) => (
              <text
                key={score}
                x={x}
                y={drawing.height - 6}
                textAnchor={score === 100 ? 'end' : 'middle'}
                fill="var(--text3)"
              >
                {score}
              </text>
            ))}
            <path
              d={`M${drawing.line.x} ${drawing.line.top}V${drawing.line.bottom}`}
              stroke={isGate ? 'var(--text)' : 'var(--text3)'}
              strokeWidth={1.5}
              strokeDasharray="3 3"
            />
            {drawing.labels.map(({ text, x, y, anchor, isBold }) => (
              <text
                key={text}
                x={x}
                y={y}
                textAnchor={anchor}
                fill={isBold ? 'var(--text)' : 'var(--text2)'}
                fontWeight={isBold ? 600 : 400}
              >
                {text}
              </text>
            ))}
          </svg>
        )}
      </div>
    </ChartCard>
  );
}

function Bar({ bar: { from, count, x, y, width, height, split, isWeak } }: { bar: HistogramBar }) {
  const title = <title>{`${from} to ${from + BIN}: ${formatAmount(count, 'page')}`}</title>;
  if (split === undefined)
    return (
      <rect x={x} y={y} width={width} height={height} rx={1.5} fill={isWeak ? 'var(--ochre)' : 'var(--sea)'}>
        {title}
      </rect>
    );
  return (
    <g>
      {title}
      <rect x={x} y={y} width={split - x} height={height} fill="var(--ochre)" />
      <rect x={split} y={y} width={x + width - split} height={height} fill="var(--sea)" />
    </g>
  );
}
