/**
 * Finds and repairs double-encoded text (mojibake): `MontrÃ©al` is UTF-8 that was decoded as Windows-1252,
 * `Montr√©al` as Mac OS Roman.
 */

const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
/** Text that was double-encoded twice needs two rounds. */
const MAX_ROUNDS = 3;

/** Characters that also follow a letter in ordinary text: `“Å”`. */
const ORDINARY = new Set('‘’“”‹›«»…–—™®©°ºª\u00a0');

interface Misreading {
  /** Byte of each character of the encoding. */
  bytes: ReadonlyMap<string, number>;
  /** Matches characters that are never adjacent in ordinary text. */
  evidence: RegExp;
  /** Matches the bytes of one character; applied only if there is evidence. */
  sequence: RegExp;
}

type OneOf = (from: number, to: number, excluded?: ReadonlySet<string>) => string;

function createMisreading(encoding: string, findEvidence: (oneOf: OneOf) => string[]): Misreading {
  const decoder = new TextDecoder(encoding);
  const letters = Array.from({ length: 256 }, (_, byte) => decoder.decode(Uint8Array.of(byte)));
  const bytes = new Map(letters.flatMap((letter, byte) => (byte < 0x80 ? [] : [[letter, byte] as const])));
  const oneOf: OneOf = (from, to, excluded) => {
    const chosen = letters.slice(from, to + 1).filter((letter) => excluded?.has(letter) !== true);
    return `[${chosen.map((letter) => `\\u{${(letter.codePointAt(0) ?? 0).toString(16)}}`).join('')}]`;
  };
  const next = oneOf(0x80, 0xbf);
  const pair = `${oneOf(0xc2, 0xdf)}${next}`;
  const mark = `${oneOf(0xe2, 0xe2)}${oneOf(0x80, 0x84)}${next}`;
  const emoji = `${oneOf(0xf0, 0xf4)}${next}{3}`;
  return {
    bytes,
    evidence: new RegExp([mark, emoji, ...findEvidence(oneOf)].join('|'), 'u'),
    sequence: new RegExp([emoji, `${oneOf(0xe0, 0xef)}${next}{2}`, pair].join('|'), 'gu'),
  };
}

/** Order matters: `…` in Mac OS Roman contains what `Ķ` is in Windows-1252. */
const MISREADINGS = [
  createMisreading('macintosh', (oneOf) => [
    `${oneOf(0xc3, 0xc3)}${oneOf(0x80, 0xbf)}`,
    `${oneOf(0xc2, 0xc2)}${oneOf(0xa0, 0xbf)}`,
  ]),
  createMisreading('windows-1252', (oneOf) => [
    `${oneOf(0xc2, 0xc3)}${oneOf(0x80, 0xbf)}`,
    `${oneOf(0xc4, 0xc5)}${oneOf(0x80, 0xbf, ORDINARY)}`,
    // Two Cyrillic or Greek letters
    `(?:${oneOf(0xc2, 0xdf)}${oneOf(0x80, 0xbf)}){2}`,
  ]),
];

function restore(found: string, { bytes }: Misreading): string {
  try {
    return UTF_8.decode(Uint8Array.from(found, (letter) => bytes.get(letter) ?? 0));
  } catch {
    return found;
  }
}

function repairOnce(text: string): string {
  return MISREADINGS.reduce(
    (repaired, misreading) =>
      misreading.evidence.test(repaired)
        ? repaired.replace(misreading.sequence, (found) => restore(found, misreading))
        : repaired,
    text,
  );
}

/** Returns the original text, or `undefined` if nothing looks double-encoded. */
export function repairGarbledText(text: string): string | undefined {
  let repaired = text;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const next = repairOnce(repaired);
    if (next === repaired) break;
    repaired = next;
  }
  return repaired === text ? undefined : repaired;
}

/** Checks if the text has two adjacent non-ASCII characters, without which it can't be garbled. */
export const mayBeGarbled = (text: string): boolean => /[^\0-\x7f]{2}/.test(text);
