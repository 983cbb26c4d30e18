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
  isWhole: true,
};

export const plainEncoders = defineEncoders({ harmless: harmlessEncoder });

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
