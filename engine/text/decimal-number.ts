/** Recognizes numbers in sheets, with a decimal point, or a comma as in German and French sheets. */

const WITH_COMMA = /^(-?\d{1,20}),(\d{1,20})$/;

/** Converts `51,9607` to `51.9607`; other texts are unchanged. */
export function toDecimalPoint(text: string): string {
  return text.replace(WITH_COMMA, '$1.$2');
}

const ZERO = 48;
const NINE = 57;

/** Checks for a number such as `29.76328` or `-95`: without a leading zero, a plus sign or an exponent. */
export function isPlainNumber(bytes: Uint8Array, from: number, to: number): boolean {
  const first = bytes[from] === 45 ? from + 1 : from;
  if (first >= to || to - first > 20) return false;
  let dots = 0;
  for (let at = first; at < to; at += 1) {
    const byte = bytes[at] as number;
    if (byte === 46 && at > first && at < to - 1) dots += 1;
    else if (byte < ZERO || byte > NINE) return false;
  }
  return dots < 2 && (bytes[first] !== ZERO || to === first + 1 || bytes[first + 1] === 46);
}
