/** Work that waits until one of a few places is free; accounts take turns, so that none keeps the others waiting. */

/** Work without an account. */
export const NO_ACCOUNT = 0;

interface Waiting {
  start(): void;
  reject(error: unknown): void;
}

export class Turns {
  #free: number;
  /** Of each account; the account whose turn it is comes first. */
  readonly #waiting = new Map<number, Waiting[]>();

  constructor(places: number) {
    this.#free = places;
  }

  /** Does the work when its turn has come. Rejects with the signal's reason if that fires before. */
  async take<Result>(
    { account, signal }: { account: number; signal?: AbortSignal | undefined },
    work: () => Promise<Result>,
  ): Promise<Result> {
    signal?.throwIfAborted();
    if (this.#free > 0) this.#free -= 1;
    else await this.#wait(account, signal);
    try {
      return await work();
    } finally {
      const next = this.#takeNext();
      if (next) next.start();
      else this.#free += 1;
    }
  }

  /** Rejects everything that waits. */
  clear(error: Error): void {
    for (const each of [...this.#waiting.values()].flat()) each.reject(error);
    this.#waiting.clear();
  }

  async #wait(account: number, signal: AbortSignal | undefined): Promise<void> {
    const queue = this.#waiting.get(account) ?? [];
    this.#waiting.set(account, queue);
    const { promise, resolve: start, reject } = Promise.withResolvers<void>();
    const waiting = { start, reject };
    const leave = () => {
      const index = queue.indexOf(waiting);
      if (index < 0) return;
      queue.splice(index, 1);
      if (queue.length === 0) this.#waiting.delete(account);
      reject(signal?.reason);
    };
    queue.push(waiting);
    signal?.addEventListener('abort', leave, { once: true });
    await promise.finally(() => signal?.removeEventListener('abort', leave));
  }

  /** The next work of the account whose turn it is, which is last from then on. */
  #takeNext(): Waiting | undefined {
    for (const [account, queue] of this.#waiting) {
      const next = queue.shift();
      this.#waiting.delete(account);
      if (queue.length > 0) this.#waiting.set(account, queue);
      if (next) return next;
    }
    return undefined;
  }
}
