/**
 * Streams that are read take turns: Node accepts one connection for each turn of its event loop, so that two hundred
 * downloads which all read in the same turn would keep everybody else from coming in for seconds.
 */

/** Reads that begin within one turn of the event loop. */
const READS_OF_TURN = 4;

const waiting: (() => void)[] = [];
let begun = 0;

/** Resolves when a stream may read its next bytes. */
export function waitForTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    beginSome();
  });
}

function beginSome(): void {
  if (begun === 0 && waiting.length > 0) setImmediate(endTurn);
  while (begun < READS_OF_TURN && waiting.length > 0) {
    begun += 1;
    waiting.shift()?.();
  }
}

function endTurn(): void {
  begun = 0;
  beginSome();
}
