/** Drawing of the histogram at its width on the screen, so that its texts are 12 px on every screen. Pure. */
import { BIN } from './quality.rules.ts';

export interface HistogramBar {
  from: number;
  count: number;
  x: number;
  y: number;
  width: number;
  height: number;
  /** Place of the gate in the bar, which it divides; undefined elsewhere. */
  split: number | undefined;
  isWeak: boolean;
}

interface Label {
  text: string;
  x: number;
  y: number;
  anchor: 'start' | 'end';
  isBold: boolean;
}

export interface HistogramDrawing {
  height: number;
  bars: HistogramBar[];
  levels: { count: number; y: number }[];
  ticks: { score: number; x: number }[];
  /** The gate. */
  line: { x: number; top: number; bottom: number };
  labels: Label[];
}

interface HistogramInput {
  bins: readonly number[];
  width: number;
  gate: number;
  /** Texts on both sides of the gate. */
  texts: readonly [below: string, above: string];
}

const PLOT = { left: 34, right: 6, bottom: 24 } as const;
const LABEL_PX = 18;
const HEIGHT = { wide: 236, narrow: 196 } as const;
/** Narrower charts are lower. */
const NARROW_PX = 420;
/** Mean width of a character of 12 px. */
const CHARACTER_PX = 6.4;
const GAP = 6;
const MAX_LEVELS = 4;

/** Rounds the distance of the levels up to 1, 2, 2.5 or 5 times a power of ten. */
export function toStep(most: number): number {
  const raw = Math.max(1, most / MAX_LEVELS);
  const power = 10 ** Math.floor(Math.log10(raw));
  const factor = [1, 2, 2.5, 5, 10].find((each) => each * power >= raw) ?? 10;
  return Math.ceil(factor * power);
}

const measureLabel = (text: string) => text.length * CHARACTER_PX + GAP;

/** Places both texts at the line; in two rows if one of them doesn't fit next to the other. */
function placeLabels(x: number, width: number, [below, above]: HistogramInput['texts']): Label[] {
  const [fitsLeft, fitsRight] = [measureLabel(below) <= x, measureLabel(above) <= width - x];
  const toLabel = (text: string, isLeft: boolean) => ({
    text,
    anchor: isLeft ? ('end' as const) : ('start' as const),
    x: isLeft ? x - GAP : x + GAP,
  });
  const second = fitsLeft && fitsRight ? 0 : LABEL_PX;
  return [
    { ...toLabel(below, fitsLeft), isBold: true, y: 12 },
    { ...toLabel(above, !fitsRight), isBold: false, y: 12 + second },
  ];
}

/** @returns the drawing in pixels */
export function drawHistogram({ bins, width, gate, texts }: HistogramInput): HistogramDrawing {
  const height = width < NARROW_PX ? HEIGHT.narrow : HEIGHT.wide;
  const plot = width - PLOT.left - PLOT.right;
  const toX = (score: number) => Math.round((PLOT.left + (score / 100) * plot) * 10) / 10;
  const gateX = toX(gate);
  const labels = placeLabels(gateX, width, texts);
  const top = Math.max(...labels.map(({ y }) => y)) + GAP + 4;
  const bottom = height - PLOT.bottom;
  const most = Math.max(1, ...bins);
  const step = toStep(most);
  const highest = Math.ceil(most / step) * step;
  const toY = (count: number) => Math.round((bottom - (count / highest) * (bottom - top)) * 10) / 10;
  const gap = width < NARROW_PX ? 1 : 2;
  return {
    height,
    bars: bins.map((count, index) => {
      const from = index * BIN;
      const [x, y] = [toX(from) + gap / 2, toY(count)];
      const isSplit = gate > from && gate < from + BIN;
      return {
        from,
        count,
        x,
        y,
        width: toX(from + BIN) - toX(from) - gap,
        height: bottom - y,
        split: isSplit ? gateX : undefined,
        isWeak: from < gate,
      };
    }),
    levels: Array.from({ length: highest / step + 1 }, (_, index) => ({
      count: index * step,
      y: toY(index * step),
    })),
    ticks: [0, 20, 40, 60, 80, 100].map((score) => ({ score, x: toX(score) })),
    line: { x: gateX, top: 0, bottom },
    labels,
  };
}
