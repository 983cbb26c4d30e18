/**
 * Formats errors for the log: name, message, code and stack, including causes. Other properties are left out,
 * because database drivers attach query values, which are user data.
 */

interface DescribedError extends Record<string, unknown> {
  type: string;
  message: string;
  code?: string;
  constraint?: string;
  stack: string;
  cause?: DescribedError;
}

const MAX_CAUSES = 5;

/** @param error a thrown value of any type */
export function describeError(error: unknown, depth = 0): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: describeOther(error), stack: '' };
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return {
    type: error.name,
    message: error.message,
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof constraint === 'string' ? { constraint } : {}),
    stack: error.stack ?? '',
    ...(error.cause === undefined || depth >= MAX_CAUSES
      ? {}
      : { cause: describeError(error.cause, depth + 1) }),
  };
}

/** pg-boss reports its errors as plain objects with a message. */
function describeOther(thrown: unknown): string {
  const { message } = (thrown ?? {}) as { message?: unknown };
  return typeof message === 'string' ? message : String(thrown);
}
