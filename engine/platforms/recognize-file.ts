/** Recognizes which platform a file comes from. */
import { decodeSeedBytes } from '../text/decode-bytes.ts';
import type { DecodedFile, Platform } from './platform.ts';
import { decodeFile, readDecoded } from './read-seed.ts';
import { getPlatform, PLATFORMS, type PlatformId } from './registry.ts';

/** A platform that is as sure as this of its own file isn't questioned. */
const OWN = 0.5;
/** Required of another platform if the chosen one could read the file as well. */
const SURE = 0.9;
/** Required if nothing speaks for the chosen platform. */
const LIKELY = 0.3;

/** Score of each platform for the file; XML that several platforms read is outlined once. */
function createRecognizer(bytes: Uint8Array, file: string): (platform: Platform) => number {
  const outlines = new Map<string, DecodedFile | undefined>();
  const outline = (decoded: DecodedFile, platform: Platform) => {
    const text = platform.repair?.(decoded.text) ?? decoded.text;
    if (!outlines.has(text)) outlines.set(text, readDecoded(decoded, platform).file);
    return outlines.get(text);
  };
  return (platform) => {
    const { file: decoded } = decodeFile(bytes, file, platform);
    const read = decoded && platform.extension === 'xml' ? outline(decoded, platform) : decoded;
    return read ? platform.recognize(read) : 0;
  };
}

/**
 * Lists the platforms that a file may come from, the likeliest first.
 * @returns one if the file shows it, several to choose from otherwise, none if the file isn't an export
 */
export function recognizePlatforms(bytes: Uint8Array, file: string): PlatformId[] {
  const decoded = decodeSeedBytes(bytes, file);
  const text = 'text' in decoded ? decoded.text : '';
  const shown = PLATFORMS.filter((platform) => platform.recognizeText?.(text) === true);
  if (shown.length > 0) return shown.map(({ id }) => id);
  const recognize = createRecognizer(bytes, file);
  const likely = PLATFORMS.map((platform) => ({ id: platform.id, certainty: recognize(platform) }))
    .filter(({ certainty }) => certainty > 0)
    .toSorted((one, other) => other.certainty - one.certainty);
  const [best] = likely;
  if (!best || best.certainty < LIKELY) return [];
  return best.certainty >= SURE ? [best.id] : likely.map(({ id }) => id);
}

/**
 * Recognizes the platform that a file comes from.
 * @param wanted the chosen platform: another one is returned only if it is far more likely
 */
export function recognizeFile(bytes: Uint8Array, file: string, wanted?: PlatformId): PlatformId | undefined {
  if (wanted === undefined) return recognizePlatforms(bytes, file)[0];
  const recognize = createRecognizer(bytes, file);
  const own = recognize(getPlatform(wanted));
  if (own >= OWN) return undefined;
  const certainties = PLATFORMS.filter(({ id }) => id !== wanted).map((platform) => ({
    id: platform.id,
    certainty: recognize(platform),
  }));
  const best = certainties.reduce((first, next) => (next.certainty > first.certainty ? next : first));
  return best.certainty >= (own === 0 ? LIKELY : SURE) ? best.id : undefined;
}
