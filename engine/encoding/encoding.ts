/** What an encoder is: the step from a value's text to what is in one context of a seed. */

/** The row cannot land: its value has no form in this context that would be safe. */
export interface Unencodable {
  code: string;
  /** Ends a sentence that begins "The value of geo_city": `is no number, but stands …`. */
  reason: string;
}

export interface Encoder {
  /** What people call the context. */
  label: string;
  encode: (value: string) => string | Unencodable;
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
