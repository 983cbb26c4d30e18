/** Computes the optimal string alignment distance: typing errors between two names, up to `bound`. */
export function editDistance(a: string, b: string, bound = 8): number {
  if (Math.abs(a.length - b.length) > bound) return bound + 1;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, (before[j - 2] ?? 0) + 1);
      row.push(best);
    }
    // Later rows aren't below the minimum of two rows, because a transposition uses the one before the last.
    if (Math.min(...row) > bound && Math.min(...last) > bound) return bound + 1;
    before = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
