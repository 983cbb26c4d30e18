/**
 * One walk through the leaves of a seed: finds the placeholders of a decoded text, asks the columns
 * what they stand for, and keeps the tally that `inspect` and the problems are made of.
 */
import type { Columns } from '../fill/columns.ts';
import type { Value } from '../fill/value.ts';
import { type Bracketed, findBracketed, maskPlaceholders } from './placeholder.ts';
import type { Hole } from './piece.ts';

export interface UnknownUse {
  bracketed: Bracketed;
  verdict: 'fault' | 'near';
  nearest?: string;
  /** Set where the name is known, but the filter is not. */
  unknownFilter?: string;
}

export class Scan {
  readonly columns: Columns;
  /** Brackets that stay as they are, with their number. */
  readonly untouched = new Map<string, number>();
  /** Of the leaf in work: unknown placeholders with their place in the text just searched. */
  readonly unknown: { use: UnknownUse; leaf: string }[] = [];
  /** Name of the leaf in work, for reports. */
  leaf = '';

  constructor(columns: Columns) {
    this.columns = columns;
  }

  /** Placeholders of a decoded text, in its coordinates; each gets the innermost encoder. */
  find(text: string, encoderOf: string | ((hole: Bracketed) => string)): Hole[] {
    if (!text.includes('[')) return [];
    const holes: Hole[] = [];
    for (const bracketed of findBracketed(text)) {
      const value = this.#resolve(bracketed, text);
      if (!value) continue;
      const encoder = typeof encoderOf === 'string' ? encoderOf : encoderOf(bracketed);
      holes.push({
        kind: 'hole',
        start: bracketed.from,
        end: bracketed.to,
        value,
        encoders: encoder === '' ? [] : [encoder],
        text: bracketed.text,
      });
    }
    return holes;
  }

  /** The same text with nothing between the brackets of its placeholders that could be taken for structure. */
  mask(text: string): string {
    return maskPlaceholders(
      text,
      ({ name, unknownFilter }) => unknownFilter === undefined && this.columns.resolve(name) !== undefined,
    );
  }

  #resolve(bracketed: Bracketed, text: string): Value | undefined {
    const resolved = bracketed.name === '' ? undefined : this.columns.resolve(bracketed.name);
    if (!resolved) {
      this.#keepUnknown(bracketed);
      return undefined;
    }
    if (bracketed.unknownFilter !== undefined) {
      this.unknown.push({
        use: { bracketed, verdict: 'fault', unknownFilter: bracketed.unknownFilter },
        leaf: this.leaf,
      });
      return undefined;
    }
    const behindSlash = isGeoUrl(bracketed.name) && text[bracketed.from - 1] === '/';
    const source = behindSlash ? ({ kind: 'row-slug', of: resolved.source } as const) : resolved.source;
    return { source, filters: bracketed.filters, isHtml: resolved.isHtml };
  }

  #keepUnknown(bracketed: Bracketed): void {
    if (bracketed.isPlain) {
      const { verdict, nearest } = this.columns.judge(bracketed.name);
      if (verdict !== 'foreign') {
        this.unknown.push({
          use: { bracketed, verdict, ...(nearest === undefined ? {} : { nearest }) },
          leaf: this.leaf,
        });
        if (verdict === 'fault') return;
      }
    }
    if (/^\[\[?\/?\p{L}/u.test(bracketed.text)) {
      this.untouched.set(bracketed.text, (this.untouched.get(bracketed.text) ?? 0) + 1);
    }
  }
}

/** Is it the placeholder that means an address where it stands alone in one? */
export function isGeoUrl(name: string): boolean {
  return /^geo[\s_-]*url$/i.test(name.trim());
}
