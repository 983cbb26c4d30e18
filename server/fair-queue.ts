/** Runs work in a limited number of slots. Accounts take turns, so that none delays the others. */

/** Work without an account. */
export const NO_ACCOUNT = 0;

interface Waiting {
  start(): void;
  reject(error: unknown): void;
}

/** Maximum lengths of the queue, and the error above them. */
interface Limits {
  perAccount: number;
  total: number;
  refuse(): Error;
}

export class FairQueue<Account = number> {
  #freeSlots: number;
  readonly #limits: Limits | undefined;
  /** Queued work by account; the first account is next. */
  readonly #waiting = new Map<Account, Waiting[]>();

  constructor(slots: number, limits?: Limits) {
    this.#freeSlots = slots;
    this.#limits = limits;
  }

  /** Runs the work in a free slot. Rejects with the signal's reason if it is aborted while queued. */
  async run<Result>(
    { account, signal }: { account: Account; signal?: AbortSignal | undefined },
    work: () => Promise<Result>,
  ): Promise<Result> {
    signal?.throwIfAborted();
    if (this.#freeSlots > 0) this.#freeSlots -= 1;
    else await this.#wait(account, signal);
    try {
      return await work();
    } finally {
      const next = this.#takeNext();
      if (next) next.start();
      else this.#freeSlots += 1;
    }
  }

  /** Rejects all queued work. */
  clear(error: Error): void {
    for (const each of [...this.#waiting.values()].flat()) each.reject(error);
    this.#waiting.clear();
  }

  async #wait(account: Account, signal: AbortSignal | undefined): Promise<void> {
    const queue = this.#waiting.get(account) ?? [];
    if (this.#limits !== undefined) this.#makeRoom(queue, this.#limits);
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

  /** A full queue drops the last work of its longest account, if another account has less. */
  #makeRoom(own: readonly Waiting[], { perAccount, total, refuse }: Limits): void {
    if (own.length >= perAccount) throw refuse();
    const queues = [...this.#waiting.values()];
    if (queues.reduce((sum, queue) => sum + queue.length, 0) < total) return;
    const longest = queues.reduce((a, b) => (b.length > a.length ? b : a), []);
    if (longest.length <= own.length + 1) throw refuse();
    longest.pop()?.reject(refuse());
  }

  /** Takes the next work of the first account, and moves the account to the end. */
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
