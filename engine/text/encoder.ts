/** Encoder: the step from the text of a value to what is written in one context of a seed. */

/** The row cannot land: its value has no form in this context that would be safe. */
export interface Unencodable {
  code: string;
  /** Ends a sentence that begins "The value of geo_city": `is no number, but stands …`. */
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
  /** Kind of place, for decisions; left out for plain text. */
  place?: EncoderPlace;
  /** Escape that its reader undoes, for characters that a template language around it must not see. */
  escape?: 'css' | 'reference' | 'script';
  /** Characters whose encoding depends on their neighbours; all others are encoded one by one. */
  dependent?: string;
  /** The value is judged as a whole (an address, a number): never character by character. */
  isWhole?: boolean;
  /** It takes the markup of a `*_html` column; all others get its text alone. */
  keepsMarkup?: boolean;
  /**
   * For an encoder that judges a whole value: are these bytes ASCII that it, and every context around
   * it, leaves as it is? Saves making a string of the common cells.
   */
  copies?: (bytes: Uint8Array, from: number, to: number) => boolean;
}

/** Is the value without characters that have a meaning in any language? */
export function isHarmless(value: string): boolean {
  return /^[\p{L}\p{M}\p{N} .,_-]*$/u.test(value);
}

/** The same, as a problem words it. */
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
