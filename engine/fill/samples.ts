/** The three rows worth looking at first: the first, the longest, the one with most special characters. */
import { type Plan, planPages } from './plan.ts';

function mostSpecial(plan: Plan): number {
  const { table } = plan.project;
  const width = table.columns.length;
  let best = 0;
  let most = -1;
  for (const row of plan.rows) {
    let classes = 0;
    let special = 0;
    for (let column = 0; column < width; column += 1) {
      const cell = row * width + column;
      classes |= table.classesOf(cell);
      // only a cell that holds something special is looked at more closely
      if ((table.classesOf(cell) & 0b111_1111_1110_0000) !== 0)
        special += table.text(cell).match(/[^\p{L}\p{N}\s,.-]/gu)?.length ?? 0;
    }
    let kinds = 0;
    for (let bits = classes; bits > 0; bits &= bits - 1) kinds += 1;
    const score = special * 100 + kinds;
    if (score > most) {
      most = score;
      best = row;
    }
  }
  return best;
}

/** What makes a row worth looking at. */
export type SampleReason = 'first' | 'longest' | 'special';

/** A plan of the sample pages alone. */
export interface SamplePlan extends Plan {
  /** Why each page was chosen, in the order of the pages; where a row is several of them, the first counts. */
  reasons: SampleReason[];
}

/** Picks the samples of a plan; fewer than three where one row is several of them. */
export function pickSamples(plan: Plan): SamplePlan {
  if (plan.pages === 0) return { ...plan, reasons: [] };
  const longest = plan.sizes.reduce(
    (best, size, index) => (size > (plan.sizes[best] ?? 0) ? index : best),
    0,
  );
  const chosen = new Map<number, SampleReason>([
    [mostSpecial(plan), 'special'],
    [plan.rows[longest] ?? 0, 'longest'],
    [plan.rows[0] ?? 0, 'first'],
  ]);
  const rows = [...chosen].sort(([a], [b]) => a - b);
  const samples = planPages(
    plan.project,
    rows.map(([row]) => row),
  );
  return { ...samples, reasons: rows.map(([, reason]) => reason) };
}
