/**
 * PGlite with `pg-protocol`, the parser of node-postgres: PGlite's own allocates a buffer for each value of each row, which
 * was most of the garbage of a request.
 */
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import {
  type BackendMessage,
  DatabaseError,
  NotificationResponseMessage,
} from 'pg-protocol/dist/messages.js';
import { Parser } from 'pg-protocol/dist/parser.js';

type Listener = (payload: string) => void;

export class PgliteReader extends PGlite {
  readonly #listeners = new Map<string, Set<Listener>>();

  static async open(options: PGliteOptions): Promise<PgliteReader> {
    const pglite = new PgliteReader(options);
    await pglite.waitReady;
    return pglite;
  }

  /**
   * Sends messages of the wire protocol and reads the responses. Requires exclusive use of the database.
   * @throws DatabaseError of pg-protocol
   */
  async exchange(messages: readonly Uint8Array[]): Promise<BackendMessage[]> {
    const chunks: Uint8Array[] = [];
    await this.execProtocolRawStream(Buffer.concat(messages), {
      // Its files need no hint to be written, and each hint takes another lock.
      syncToFs: false,
      // A view of the database's memory, which the next chunk overwrites.
      onRawData: (bytes) => void chunks.push(Buffer.from(bytes)),
    });
    const answers: BackendMessage[] = [];
    new Parser().parse(Buffer.concat(chunks), (answer) => void answers.push(answer));
    for (const answer of answers) if (answer instanceof NotificationResponseMessage) this.#dispatch(answer);
    const error = answers.find((answer) => answer instanceof DatabaseError);
    if (error !== undefined) throw error;
    return answers;
  }

  /** Listeners also get notifications that arrive with responses, which PGlite doesn't see. */
  override async listen(...given: Parameters<PGlite['listen']>) {
    const [channel, listener] = given;
    const name = readName(channel);
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners.add(listener));
    const stop = await super.listen(...given);
    return (...stopping: Parameters<typeof stop>) => {
      listeners.delete(listener);
      return stop(...stopping);
    };
  }

  #dispatch({ channel, payload }: NotificationResponseMessage) {
    for (const listener of this.#listeners.get(channel) ?? []) queueMicrotask(() => listener(payload));
  }
}

/** Quotes an identifier for PostgreSQL. */
function readName(identifier: string): string {
  return identifier.startsWith('"')
    ? identifier.slice(1, -1).replaceAll('""', '"')
    : identifier.toLowerCase();
}
