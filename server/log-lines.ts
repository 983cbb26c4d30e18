/**
 * Writes the lines of a log some at a time. A line for each request, written alone, costs as much as a tenth of the
 * request, and each write wakes the reader of the log, which may take the processor from the next requests.
 */

/** So long a line may wait. */
const WAIT_MS = 100;
/** More than this does not. */
const MOST_CHARACTERS = 65_536;

interface Target {
  write(text: string): unknown;
}

/**
 * @param target where the lines go; what waits is written at the latest when the process ends
 * @returns takes lines that end in a line feed
 */
export function bundleLines(target: Target): { write(line: string): void } {
  let waiting = '';
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    const text = waiting;
    waiting = '';
    if (text !== '') target.write(text);
  };
  process.once('exit', flush);
  return {
    write(line) {
      if (waiting === '') timer = setTimeout(flush, WAIT_MS).unref();
      waiting += line;
      if (waiting.length > MOST_CHARACTERS) flush();
    },
  };
}
