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
