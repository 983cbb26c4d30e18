/** Ends a start that can't succeed. Errors with instructions are printed without a stack. */

/** Errors whose message is written for the operator. */
const OPERATOR_ERRORS = new Set([
  'ConfigError',
  'DatabaseError',
  'LockError',
  'GatewayError',
  'TracingError',
]);

export function fail(text: string): never {
  process.stderr.write(`${text}\n`);
  process.exit(1);
}

/** Runs a part of the start; an error with instructions ends the process without a stack. */
export async function orFail<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error && OPERATOR_ERRORS.has(error.name)) fail(error.message);
    throw error;
  }
}
