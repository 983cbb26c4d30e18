/** Which platform a file comes from, asked of every format. */
import { PLATFORM_IDS, type PlatformId } from '../format-id.ts';
import { decodeSeedBytes } from '../text/decode-bytes.ts';
import { findPlatforms, getPlatform } from './registry.ts';
import { readFile } from './read-seed.ts';

/** A format that is as sure as this of its own file is not doubted. */
const OWN = 0.5;
/** What another must reach against a format that could read the file too. */
const SURE = 0.9;
/** What must be reached where nothing speaks for the format that was asked for. */
const LIKELY = 0.3;

function getCertainty(bytes: Uint8Array, file: string, id: PlatformId): number {
  const format = getPlatform(id);
  const read = readFile(bytes, file, format).file;
  return read ? format.recognize(read) : 0;
}

/**
 * Lists the platforms that a file may come from, the likeliest first.
 * @returns one where the file shows it, several where they must be chosen from, none where it is no export
 */
export function recognizePlatforms(bytes: Uint8Array, file: string): PlatformId[] {
  const decoded = decodeSeedBytes(bytes, file);
  const shared = 'text' in decoded ? findPlatforms(decoded.text) : undefined;
  if (shared) return shared;
  const likely = PLATFORM_IDS.map((id) => ({ id, certainty: getCertainty(bytes, file, id) }))
    .filter(({ certainty }) => certainty > 0)
    .toSorted((one, other) => other.certainty - one.certainty);
  const [best] = likely;
  if (!best || best.certainty < LIKELY) return [];
  return best.certainty >= SURE ? [best.id] : likely.map(({ id }) => id);
}

/**
 * The platform that a file comes from. With `wanted` only another one is named, and only where it is the
 * better guess by far.
 */
export function recognizeFile(bytes: Uint8Array, file: string, wanted?: PlatformId): PlatformId | undefined {
  if (wanted === undefined) return recognizePlatforms(bytes, file)[0];
  const own = getCertainty(bytes, file, wanted);
  if (own >= OWN) return undefined;
  const certainties = PLATFORM_IDS.filter((id) => id !== wanted).map((id) => ({
    id,
    certainty: getCertainty(bytes, file, id),
  }));
  const best = certainties.reduce((first, next) => (next.certainty > first.certainty ? next : first));
  return best.certainty >= (own === 0 ? LIKELY : SURE) ? best.id : undefined;
}
