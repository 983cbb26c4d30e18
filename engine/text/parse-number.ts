/** Reads numbers as sheets write them: `1,234.5`, `1 234,5`, `51,96`, `-7`. */

/** The digits of a number, without loss of precision. */
export interface Decimal {
  isNegative: boolean;
  /** Digits before the decimal mark, at least one. */
  whole: string;
  /** Digits after it, possibly none. */
  fraction: string;
}

/** Longer texts are not numbers of a sheet. */
const MAX_CHARACTERS = 60;
const SIGNED = /^([+\u2212-]?)([\d.,].*)$/;
/**
 * Forms of a number, each with its group separator. A comma before three digits groups them, as in US sheets, but a
 * single point never does.
 */
const FORMS: readonly (readonly [form: RegExp, separator: RegExp])[] = [
  [/^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/, /,/g],
  [/^[1-9]\d{0,2}(?:(?:\.\d{3})+,\d+|(?:\.\d{3}){2,})$/, /\./g],
  [/^[1-9]\d{0,2}([ \u00a0\u2009\u202f'\u2019])\d{3}(?:\1\d{3})*(?:[.,]\d+)?$/, /[^\d.,]/g],
  [/^(?:\d+[.,]?\d*|[.,]\d+)$/, /[^\d.,]/g],
];

/** Reads the digits of a number; `undefined` for any other text, also one with a unit or a currency. */
export function readDecimal(text: string): Decimal | undefined {
  const trimmed = text.trim();
  const [, sign = '', digits = ''] = (trimmed.length <= MAX_CHARACTERS && SIGNED.exec(trimmed)) || [];
  const form = FORMS.find(([pattern]) => pattern.test(digits));
  if (!form) return undefined;
  const [whole = '', fraction = ''] = digits.replaceAll(form[1], '').split(/[.,]/);
  return { isNegative: sign === '-' || sign === '\u2212', whole: whole || '0', fraction };
}

/** Converts a number of a sheet; `undefined` for any other text. */
export function parseNumber(text: string): number | undefined {
  const decimal = readDecimal(text);
  return decimal && Number(`${decimal.isNegative ? '-' : ''}${decimal.whole}.${decimal.fraction || '0'}`);
}
