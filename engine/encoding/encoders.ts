/**
 * One encoder for each context of a seed: from the text of a value to what is written there, so that a
 * reader of that context gets exactly the text back and nothing of it can end the context.
 */
import {
  type Encoder,
  HARMLESS_CHARACTERS,
  type Unencodable,
  defineEncoders,
  isHarmless,
} from '../text/encoder.ts';

/**
 * For code and styles that no parser of their language reads: nothing is known there of what ends what,
 * so a value may only hold what means nothing anywhere.
 */
const harmlessEncoder: Omit<Encoder, 'name'> = {
  label: 'code with a mistake',
  encode: (value) =>
    isHarmless(value)
      ? value
      : {
          code: 'value-not-harmless',
          reason: `is in a script or style with a syntax error, where only ${HARMLESS_CHARACTERS} are allowed`,
        },
};

export const plainEncoders = defineEncoders({ harmless: harmlessEncoder });

/** Characters that no encoder changes, if it leaves them unchanged both on their own and between two letters. */
export const PLAIN_CHARACTERS = [
  ..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 _.,:;!?'()/-",
];

/**
 * Matches common texts that these encoders leave unchanged. One test is faster than all of them: without it a plan
 * took 1.6 times as long (15,000 rows of the bench, 2 cores, November 2026).
 */
export function matchUnchanged(encoders: readonly Encoder[]): RegExp | undefined {
  const isUnchanged = (text: string) => encodeAll(text, encoders) === text;
  if (!isUnchanged('')) return undefined;
  const unchanged = PLAIN_CHARACTERS.filter((each) => isUnchanged(each) && isUnchanged(`x${each}x`));
  return new RegExp(`^[${unchanged.join('')}]*$`);
}

/** Encodes for a whole stack, innermost first. */
export function encodeAll(value: string, encoders: readonly Encoder[]): string | Unencodable {
  let text = value;
  for (const encoder of encoders) {
    const encoded = encoder.encode(text);
    if (typeof encoded !== 'string') return encoded;
    text = encoded;
  }
  return text;
}
