/**
 * Loads a part of the application when it is needed. What does not come within two minutes, or not at
 * all, ends in an error that the error page knows and answers with a Reload button.
 */

export const CHUNK_TIMEOUT_MS = 120_000;

/** A part of the application could not be loaded. */
class ChunkError extends Error {
  constructor(name: string, cause?: unknown) {
    super(`Loading chunk ${name} failed`, { cause });
    this.name = 'ChunkError';
  }
}

/**
 * @param name how the message calls the part
 * @param load imports it
 */
export function lazyWithTimeout<Part>(
  name: string,
  load: () => Promise<Part>,
  timeoutMs: number = CHUNK_TIMEOUT_MS,
): () => Promise<Part> {
  return async () => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new ChunkError(name)), timeoutMs);
    });
    try {
      return await Promise.race([load(), late]);
    } catch (error) {
      throw error instanceof ChunkError ? error : new ChunkError(name, error);
    } finally {
      clearTimeout(timer);
    }
  };
}
