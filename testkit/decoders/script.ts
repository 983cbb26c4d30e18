/** Scripts are run, in a realm of their own, and asked what they got. */
import { runInNewContext } from 'node:vm';

/**
 * Runs a script and returns what it handed to `show(…)`.
 *
 * @throws SyntaxError where a value broke the script.
 */
export function shownBy(script: string): unknown[] {
  const shown: unknown[] = [];
  runInNewContext(script, { show: (...values: unknown[]) => shown.push(...values) }, { timeout: 1000 });
  return shown;
}
