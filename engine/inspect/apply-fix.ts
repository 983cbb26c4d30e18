/** Applies a fix that the inspection offers, in the text of the seed. */
import type { SeedFix } from '../fill/template.ts';
import { readSeed } from '../formats/read-seed.ts';
import { formatOf } from '../formats/registry.ts';
import { withUtf8Declaration } from '../formats/xml/declaration.ts';
import { type InspectInput, prepareFor } from './inspect.ts';

const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/** The fixed seed as UTF-8; nothing if the problem at that place has no fix. */
export function applySeedFix(
  input: InspectInput,
  wanted: Pick<SeedFix, 'code' | 'line' | 'column'>,
): Uint8Array<ArrayBuffer> | undefined {
  const { seed } = input.seed ? readSeed(input.seed.bytes, input.seed.file, input.format) : {};
  if (!input.seed || !seed) return undefined;
  const { compiled } = prepareFor(seed, input.table?.table, input);
  const fix = compiled?.pattern.fixes.find(
    ({ code, line, column }) => code === wanted.code && line === wanted.line && column === wanted.column,
  );
  if (!fix) return undefined;
  let text = '';
  let from = 0;
  for (const edit of fix.edits) {
    if (edit.start < from) continue;
    text += seed.text.slice(from, edit.start) + edit.text;
    from = edit.end;
  }
  text += seed.text.slice(from);
  const isXml = formatOf(seed.platform).ending === 'xml';
  const written = new TextEncoder().encode(isXml ? withUtf8Declaration(text) : text);
  const { bytes } = input.seed;
  const hasMark = BYTE_ORDER_MARK.every((byte, index) => bytes[index] === byte);
  return hasMark ? new Uint8Array([...BYTE_ORDER_MARK, ...written]) : written;
}
