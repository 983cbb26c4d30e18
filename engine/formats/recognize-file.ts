/** Which platform a file comes from, asked of every format. */
import { FORMAT_IDS, type FormatId } from '../format-id.ts';
import { formatOf } from './registry.ts';
import { readFile } from './read-seed.ts';

/** A format that is as sure as this of its own file is not doubted. */
const OWN = 0.5;
/** What another must reach against a format that could read the file too. */
const SURE = 0.9;
/** What must be reached where nothing speaks for the format that was asked for. */
const LIKELY = 0.3;

/**
 * The platform that a file comes from. With `wanted` only another one is named, and only where it is the
 * better guess by far.
 */
export function recognizeFile(bytes: Uint8Array, file: string, wanted?: FormatId): FormatId | undefined {
  const certaintyOf = (id: FormatId) => {
    const format = formatOf(id);
    const read = readFile(bytes, file, format).file;
    return read ? format.recognize(read) : 0;
  };
  const own = wanted === undefined ? 0 : certaintyOf(wanted);
  if (own >= OWN) return undefined;
  const others = FORMAT_IDS.filter((id) => id !== wanted).map((id) => ({ id, certainty: certaintyOf(id) }));
  const best = others.reduce((first, next) => (next.certainty > first.certainty ? next : first));
  return best.certainty >= (own === 0 ? LIKELY : SURE) ? best.id : undefined;
}
