/**
 * Encoders, one for each context of a seed. A reader of the context gets exactly the text of the value, and no part
 * of it can end the context.
 */
import {
  type Encoder,
  HARMLESS_CHARACTERS,
  type Unencodable,
  defineEncoders,
  isHarmless,
} from '../text/encoder.ts';

/** Encodes for scripts and styles with a syntax error: their strings aren't known, so a value can't have syntax. */
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

/** Encodes a value by several encoders, innermost first. */
export function encodeAll(value: string, encoders: readonly Encoder[]): string | Unencodable {
  let text = value;
  for (const encoder of encoders) {
    const encoded = encoder.encode(text);
    if (typeof encoded !== 'string') return encoded;
    text = encoded;
  }
  return text;
}
