/** Engine jobs that wait before a few threads; people take turns, so that nobody's many keep others waiting. */
import { EngineSeat, type Job } from './engine-seat.ts';

const CLOSED = 'The engine is closed.';
/** Whoever asks without saying for whom. */
const NOBODY = 0;

export interface LaneOptions {
  /** Of its threads: `engine-run` gives `engine-run-1`. */
  name: string;
  threads: number;
  /** A warm lane has its threads from the beginning and for ever. */
  isWarm: boolean;
  nice: number;
  memoryMb: number;
  /** After it an idle thread of a lane that is not warm ends. */
  idleMs: number;
}

export class EngineLane {
  readonly #options: LaneOptions;
  readonly #seats = new Set<EngineSeat>();
  /** Of free threads that are to end. */
  readonly #idle = new Map<EngineSeat, NodeJS.Timeout>();
  /** Of each person; whose turn it is stands first. */
  readonly #waiting = new Map<number, Job[]>();
  #count = 0;
  #isClosed = false;

  constructor(options: LaneOptions) {
    this.#options = options;
    if (options.isWarm) for (let each = 0; each < options.threads; each += 1) this.#start();
  }

  /** Throws where the job is called off already, or the lane is closed. */
  submit(job: Job): void {
    if (this.#isClosed) throw new Error(CLOSED);
    const { signal } = job;
    signal?.throwIfAborted();
    const person = job.person ?? NOBODY;
    const queue = this.#waiting.get(person) ?? [];
    const leave = () => {
      const index = queue.indexOf(job);
      if (index < 0) return;
      queue.splice(index, 1);
      if (queue.length === 0) this.#waiting.delete(person);
      job.reject(signal?.reason);
    };
    signal?.addEventListener('abort', leave, { once: true });
    queue.push(job);
    this.#waiting.set(person, queue);
    this.#distribute();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const left = [...this.#waiting.values()].flat();
    this.#waiting.clear();
    for (const job of left) job.reject(new Error(CLOSED));
    await Promise.all([...this.#seats].map((seat) => seat.close()));
  }

  #start(): EngineSeat {
    this.#count += 1;
    const { name, nice, memoryMb } = this.#options;
    const seat = new EngineSeat({
      name: `${name}-${this.#count}`,
      nice,
      memoryMb,
      onFree: (free) => this.#release(free),
      onGone: (gone) => this.#replace(gone),
    });
    this.#seats.add(seat);
    return seat;
  }

  #release(seat: EngineSeat): void {
    const { isWarm, idleMs } = this.#options;
    if (!isWarm) this.#idle.set(seat, setTimeout(() => void seat.close(), idleMs).unref());
    this.#distribute();
  }

  #replace(seat: EngineSeat): void {
    this.#wake(seat);
    this.#seats.delete(seat);
    if (this.#isClosed) return;
    if (this.#options.isWarm) this.#start();
    this.#distribute();
  }

  #wake(seat: EngineSeat): void {
    clearTimeout(this.#idle.get(seat));
    this.#idle.delete(seat);
  }

  #findSeat(): EngineSeat | undefined {
    const free = [...this.#seats].find(({ isFree }) => isFree);
    return free ?? (this.#seats.size < this.#options.threads ? this.#start() : undefined);
  }

  /** The next job of the person whose turn it is, who stands last from then on. */
  #takeNext(): Job | undefined {
    for (const [person, queue] of this.#waiting) {
      const job = queue.shift();
      this.#waiting.delete(person);
      if (queue.length > 0) this.#waiting.set(person, queue);
      if (job) return job;
    }
    return undefined;
  }

  #distribute(): void {
    while (this.#waiting.size > 0) {
      const seat = this.#findSeat();
      const job = seat && this.#takeNext();
      if (!job) return;
      this.#wake(seat);
      seat.take(job);
    }
  }
}
