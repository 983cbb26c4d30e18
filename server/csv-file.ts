/** Replies with a sheet as CSV. */
import { BYTE_ORDER_MARK, writeRecord } from '#contract/csv.ts';
import type { FileReply } from '#contract/endpoint.ts';

type Records = Iterable<readonly string[]> | AsyncIterable<readonly string[]>;

const CHUNK_LENGTH = 65_536;

/**
 * Writes records while they are read, so that a file of any length needs little memory.
 * @param mark written first; empty for importers that would take it for a part of the first cell
 */
export function writeCsvFile(name: string, records: Records, mark: string = BYTE_ORDER_MARK): FileReply {
  return {
    name,
    type: 'text/csv; charset=utf-8',
    disposition: 'attachment',
    isSeekable: false,
    async open() {
      const chunks = encode(records, mark);
      // An error of the first query is still a reply.
      const first = await chunks.next();
      return (async function* send() {
        if (first.done) return;
        yield first.value;
        yield* chunks;
      })();
    },
  };
}

async function* encode(records: Records, mark: string): AsyncGenerator<Uint8Array, void> {
  let text = mark;
  for await (const record of records) {
    text += writeRecord(record);
    if (text.length < CHUNK_LENGTH) continue;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(text);
}
