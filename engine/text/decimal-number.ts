/** Recognizes numbers in sheets, with a decimal point, or a comma as in German and French sheets. */

const WITH_COMMA = /^(-?\d{1,20}),(\d{1,20})$/;

/** Converts `51,9607` to `51.9607`; other texts are unchanged. */
export function toDecimalPoint(text: string): string {
  return text.replace(WITH_COMMA, '$1.$2');
}
