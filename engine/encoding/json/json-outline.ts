/** Strings of a JSON text, and its placeholders outside of them. */
import type { Piece } from '../piece.ts';
import type { Scan } from '../scan.ts';

export interface JsonString {
  /** Range between the quotes. */
  from: number;
  to: number;
  key: string;
}

export interface JsonOutline {
  strings: JsonString[];
  /** Placeholders outside of strings, where only numbers, `true`, `false` and `null` are allowed. */
  bare: Piece[];
  scan: Scan;
}
