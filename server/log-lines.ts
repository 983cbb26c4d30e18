/**
 * Writes the lines of a log that come in one turn of the event loop together: a line for each request,
 * written alone, costs as much as a tenth of the request.
 */

interface Target {
  write(text: string): unknown;
}

/**
 * @param target where the lines go; what waits is written at the latest when the process ends
 * @returns takes lines that end in a line feed
 */
export function bundleLines(target: Target): { write(line: string): void } {
  let waiting = '';
  const flush = () => {
    const text = waiting;
    waiting = '';
    if (text !== '') target.write(text);
  };
  process.once('exit', flush);
  return {
    write(line) {
      if (waiting === '') setImmediate(flush);
      waiting += line;
    },
  };
}
