/** Replies with a sheet as CSV. */
import { BYTE_ORDER_MARK, writeRecord } from '#contract/csv.ts';
import type { FileReply } from '#contract/endpoint.ts';

/** @param mark written first; empty for importers that would take it for a part of the first cell */
export function writeCsvFile(
  name: string,
  lines: readonly (readonly string[])[],
  mark: string = BYTE_ORDER_MARK,
): FileReply {
  const bytes = new TextEncoder().encode(mark + lines.map(writeRecord).join(''));
  return {
    name,
    type: 'text/csv; charset=utf-8',
    size: bytes.length,
    disposition: 'attachment',
    isSeekable: false,
    open: async () =>
      (async function* send() {
        yield bytes;
      })(),
  };
}
