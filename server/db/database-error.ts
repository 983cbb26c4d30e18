/** Why the database cannot be used, in words for the person who runs the server. */

export class DatabaseError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DatabaseError';
  }
}

/** @returns what an error of any shape says */
export function formatCause(error: unknown): string {
  // A refused connection to a name with several addresses has its texts one level down.
  if (error instanceof AggregateError) return error.errors.map(formatCause).join(', ');
  return error instanceof Error ? error.message : String(error);
}

/**
 * For the `catch` of a write: two people may do the same at one moment, and it is the database that decides.
 * @param constraints that may be broken
 * @param explain what that means to the one who broke it
 */
export function onBroken(constraints: readonly string[], explain: (cause: unknown) => Error) {
  return (error: unknown): never => {
    const { constraint } = (error ?? {}) as { constraint?: unknown };
    throw constraints.some((name) => name === constraint) ? explain(error) : error;
  };
}
