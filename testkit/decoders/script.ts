/**
 * Runs a script and returns the arguments of its `show(…)` calls.
 *
 * @throws SyntaxError if a value broke the script
 */
export function evaluateScript(script: string): unknown[] {
  const shown: unknown[] = [];
  // oxlint-disable-next-line no-implied-eval, no-new-func -- the JavaScript engine itself is the most reliable parser
  const run = new Function('show', script);
  run((...values: unknown[]) => shown.push(...values));
  return shown;
}

/** Returns true for a number, `true`, `false` or `null`, which are valid outside of strings. */
export function isLiteral(value: string): boolean {
  try {
    return !/["[{]/.test(value) && JSON.stringify(JSON.parse(value.trim())).length > 0;
  } catch {
    return false;
  }
}
