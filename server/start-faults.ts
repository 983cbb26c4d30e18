/** Ends a start that can't succeed: with the text alone where it says what to do, as most faults of settings do. */

/** Names of errors whose text is written for the operator. */
const EXPLAINED = new Set(['ConfigError', 'DatabaseError', 'LockError', 'GatewayError']);

export function fail(text: string): never {
  process.stderr.write(`${text}\n`);
  process.exit(1);
}

/** Runs a part of a start; an error that says what to do ends the process without a stack. */
export async function orFail<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error && EXPLAINED.has(error.name)) fail(error.message);
    throw error;
  }
}
