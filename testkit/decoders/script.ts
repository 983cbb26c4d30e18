/** Scripts are run, and asked what they got. */

/**
 * Runs a script and returns what it handed to `show(…)`.
 *
 * @throws SyntaxError where a value broke the script.
 */
export function evaluateScript(script: string): unknown[] {
  const shown: unknown[] = [];
  // oxlint-disable-next-line no-implied-eval, no-new-func -- the only reader of JavaScript that nobody can doubt
  const run = new Function('show', script);
  run((...values: unknown[]) => shown.push(...values));
  return shown;
}

/** A number, `true`, `false` or `null`: what may stand outside of strings. */
export function isLiteral(value: string): boolean {
  try {
    return !/["[{]/.test(value) && JSON.stringify(JSON.parse(value.trim())).length > 0;
  } catch {
    return false;
  }
}
