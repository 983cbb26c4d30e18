/**
 * PGlite with answers that `pg-protocol` reads, the parser of node-postgres. PGlite's own makes a buffer of its own for
 * each value of each row, and most of the garbage of a request was such buffers.
 */
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import {
  type BackendMessage,
  DatabaseError,
  NotificationResponseMessage,
} from 'pg-protocol/dist/messages.js';
import { Parser } from 'pg-protocol/dist/parser.js';

type Hear = (payload: string) => void;

export class PgliteReader extends PGlite {
  readonly #listeners = new Map<string, Set<Hear>>();

  static async open(options: PGliteOptions): Promise<PgliteReader> {
    const pglite = new PgliteReader(options);
    await pglite.waitReady;
    return pglite;
  }

  /**
   * Sends messages of the wire protocol and reads the answers. Nobody else may use the database meanwhile.
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
    for (const answer of answers) if (answer instanceof NotificationResponseMessage) this.#tell(answer);
    const error = answers.find((answer) => answer instanceof DatabaseError);
    if (error !== undefined) throw error;
    return answers;
  }

  /** Hears also what comes with the answers of an exchange, which PGlite does not see. */
  override async listen(...given: Parameters<PGlite['listen']>) {
    const [channel, hear] = given;
    const name = readName(channel);
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners.add(hear));
    const stop = await super.listen(...given);
    return (...stopping: Parameters<typeof stop>) => {
      listeners.delete(hear);
      return stop(...stopping);
    };
  }

  #tell({ channel, payload }: NotificationResponseMessage) {
    for (const hear of this.#listeners.get(channel) ?? []) queueMicrotask(() => hear(payload));
  }
}

/** An identifier as PostgreSQL reads it. */
function readName(identifier: string): string {
  return identifier.startsWith('"')
    ? identifier.slice(1, -1).replaceAll('""', '"')
    : identifier.toLowerCase();
}
