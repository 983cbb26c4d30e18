/** Applies a fix that the inspection offers, in the text of the seed. */
import type { SeedFix } from '../render/template.ts';
import { encodeSeed } from '../platforms/encode-seed.ts';
import { readSeed } from '../platforms/read-seed.ts';
import { type InspectInput, prepareFor } from './inspect.ts';
import { listFixes } from './correction-fixes.ts';

/** Returns the fixed seed as UTF-8; `undefined` if the problem at that place has no fix. */
export function applySeedFix(
  input: InspectInput,
  wanted: Pick<SeedFix, 'code' | 'line' | 'column'>,
): Uint8Array<ArrayBuffer> | undefined {
  const { seed } = input.seed ? readSeed(input.seed.bytes, input.seed.file, input.format) : {};
  if (!input.seed || !seed) return undefined;
  const { compiled } = prepareFor(seed, input.table?.table, input);
  const fix = (compiled ? listFixes(seed, compiled) : []).find(
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
  return encodeSeed(text, seed, input.seed.bytes);
}
