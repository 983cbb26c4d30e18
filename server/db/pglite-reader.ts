/**
 * PGlite with `pg-protocol`, the parser of node-postgres: PGlite's own parser allocates a buffer for each
 * value of each row, which was most of the garbage of a request.
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
      // These files need no sync hint, and each hint takes another lock.
      syncToFs: false,
      // Copies the chunk: it is a view of memory that the next chunk overwrites.
      onRawData: (bytes) => void chunks.push(Buffer.from(bytes)),
    });
    const responses: BackendMessage[] = [];
    new Parser().parse(Buffer.concat(chunks), (reply) => void responses.push(reply));
    for (const reply of responses) if (reply instanceof NotificationResponseMessage) this.#dispatch(reply);
    const error = responses.find((reply) => reply instanceof DatabaseError);
    if (error !== undefined) throw error;
    return responses;
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

/** Parses an identifier as PostgreSQL does. */
function readName(identifier: string): string {
  return identifier.startsWith('"')
    ? identifier.slice(1, -1).replaceAll('""', '"')
    : identifier.toLowerCase();
}
