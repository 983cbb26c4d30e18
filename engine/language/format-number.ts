/** Formats a number like a model: `1,234`, `1.234,5`, `1 234`, `1234.00`, `0`. */
import { readDecimal } from '../text/parse-number.ts';

interface NumberModel {
  group: string;
  mark: string;
  decimals: number;
}

const GROUPED = /^[1-9]\d{0,2}([,. '\u00a0\u202f\u2019])\d{3}(?:\1\d{3})*(?:(?!\1)([.,])(\d{1,9}))?$/;
const PLAIN = /^\d{1,12}(?:([.,])(\d{1,9}))?$/;

function readModel(model: string): NumberModel | undefined {
  const grouped = GROUPED.exec(model);
  if (grouped) {
    const [, group = '', mark = '', decimals = ''] = grouped;
    return { group, mark, decimals: decimals.length };
  }
  const plain = PLAIN.exec(model);
  return plain ? { group: '', mark: plain[1] ?? '', decimals: plain[2]?.length ?? 0 } : undefined;
}

/** Checks if a text is a number that can serve as a model. */
export function isNumberModel(model: string): boolean {
  return readModel(model) !== undefined;
}

/** Formats a number with the separators and the decimals of the model; other texts are unchanged. */
export function formatNumber(value: string, model: string): string {
  const decimal = readDecimal(value);
  const shape = readModel(model);
  if (!decimal || !shape) return value;
  const { group, mark, decimals } = shape;
  const kept = decimal.whole + decimal.fraction.slice(0, decimals).padEnd(decimals, '0');
  const rounded = BigInt(kept) + (decimal.fraction.charAt(decimals) >= '5' ? 1n : 0n);
  const digits = String(rounded).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals).replaceAll(/\B(?=(?:\d{3})+$)/g, () => group);
  const sign = decimal.isNegative && rounded !== 0n ? '-' : '';
  return sign + whole + mark + digits.slice(digits.length - decimals);
}
