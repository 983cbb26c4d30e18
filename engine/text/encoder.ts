/** Encoder: converts the text of a value for one context of a seed. */

/** Skips the row, because its value can’t be encoded safely in this context. */
export interface Unencodable {
  code: string;
  /** Predicate of the sentence that begins with the value: `isn’t a number, but …`. */
  reason: string;
}

/** `bare`: a value outside quotes, such as a number in a script. */
export type EncoderPlace = 'address' | 'attribute' | 'bare' | 'code' | 'html';

export interface Encoder {
  /** Unique; identifies the encoder in keys of caches. */
  name: string;
  /** Name of the context, for users. */
  label: string;
  encode: (value: string) => string | Unencodable;
  /** Kind of place; omitted for plain text. */
  place?: EncoderPlace;
  /** Escape that the reader decodes, for characters that a surrounding template language must not see. */
  escape?: 'css' | 'reference' | 'script';
  /** Characters whose encoding depends on their neighbors; all others are encoded one by one. */
  dependent?: string;
  /** Validates the whole value (a URL, a number), never single characters. */
  isWhole?: boolean;
  /** Accepts the markup of a `*_html` column; other encoders get only its text. */
  keepsMarkup?: boolean;
  /**
   * Checks if the bytes are ASCII that this encoder and every context around it leave unchanged, for
   * encoders with `isWhole`; avoids decoding common cells.
   */
  copies?: (bytes: Uint8Array, from: number, to: number) => boolean;
}

/** Checks that the value has no special characters of any language. */
export function isHarmless(value: string): boolean {
  return /^[\p{L}\p{M}\p{N} .,_-]*$/u.test(value);
}

/** The allowed characters, as shown in a problem. */
export const HARMLESS_CHARACTERS = 'letters, digits, spaces, ".", ",", "-" and "_"';

/** Names each encoder by its key. */
export function defineEncoders<Name extends string>(
  encoders: Record<Name, Omit<Encoder, 'name'>>,
  place?: EncoderPlace,
): Record<Name, Encoder> {
  const named = Object.entries<Omit<Encoder, 'name'>>(encoders).map(([name, encoder]) => [
    name,
    { name, ...(place && { place }), ...encoder },
  ]);
  return Object.fromEntries(named) as Record<Name, Encoder>;
}
