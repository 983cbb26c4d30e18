/**
 * Lazy-loads a part of the application. If it fails or takes more than two minutes, throws an error for which
 * the error page offers a Reload button.
 */

export const CHUNK_TIMEOUT_MS = 120_000;

class ChunkError extends Error {
  constructor(name: string, cause?: unknown) {
    super(`Loading chunk ${name} failed`, { cause });
    this.name = 'ChunkError';
  }
}

/**
 * @param name in the error message
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
