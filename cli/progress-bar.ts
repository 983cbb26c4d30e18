/** A progress bar on a terminal; writes nothing to other streams, so that logs stay readable. */

const WIDTH = 24;
const REDRAW_MS = 80;

export interface ProgressBar {
  /** @param share from 0 to 1; `text` follows the bar */
  show(share: number, text: string): void;
  clear(): void;
}

export function createProgressBar(stream: NodeJS.WriteStream, isWanted = stream.isTTY): ProgressBar {
  let drawnAt = Number.NEGATIVE_INFINITY;
  let isDrawn = false;
  return {
    show(share, text) {
      if (!isWanted || performance.now() - drawnAt < REDRAW_MS) return;
      drawnAt = performance.now();
      isDrawn = true;
      const filled = Math.round(Math.min(1, Math.max(0, share)) * WIDTH);
      const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled);
      const line = `${bar} ${String(Math.floor(share * 100)).padStart(3)}%  ${text}`;
      stream.write(`\r${line.slice(0, (stream.columns || 80) - 1)}\u001b[K`);
    },
    clear() {
      if (isDrawn) stream.write('\r\u001b[K');
      isDrawn = false;
    },
  };
}
