/** Reports to the operator why the database isn't usable. */

export class DatabaseError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DatabaseError';
  }
}

/** Formats the message of an error of any shape. */
export function formatCause(error: unknown): string {
  // A refused connection to a host with several addresses is an AggregateError, with messages in its errors.
  if (error instanceof AggregateError) return error.errors.map(formatCause).join(', ');
  return error instanceof Error ? error.message : String(error);
}

/**
 * Creates a `catch` handler for a write that may violate a constraint, because two users may write the same
 * row concurrently.
 * @param constraints that the write may violate
 * @param explain converts the violation to an error for the caller
 */
export function onViolation(constraints: readonly string[], explain: (cause: unknown) => Error) {
  return (error: unknown): never => {
    const { constraint } = (error ?? {}) as { constraint?: unknown };
    throw constraints.some((name) => name === constraint) ? explain(error) : error;
  };
}
