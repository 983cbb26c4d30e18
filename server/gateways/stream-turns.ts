/**
 * Limits stream reads per turn of the event loop: Node accepts only one connection per turn, so two hundred
 * downloads that read in the same turn would block new connections for seconds.
 */

/** Reads that may start within one turn of the event loop. */
const MAX_READS_PER_TURN = 4;

const waiting: (() => void)[] = [];
let started = 0;

/** Resolves when a stream may read its next bytes. */
export function waitForTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    startSome();
  });
}

function startSome(): void {
  if (started === 0 && waiting.length > 0) setImmediate(endTurn);
  while (started < MAX_READS_PER_TURN && waiting.length > 0) {
    started += 1;
    waiting.shift()?.();
  }
}

function endTurn(): void {
  started = 0;
  startSome();
}
