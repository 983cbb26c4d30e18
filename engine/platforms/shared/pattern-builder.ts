/** Collects the pieces, texts, limits and problems of a record's leaves while a platform compiles its pattern. */
import type { Encoder } from '../../text/encoder.ts';
import { type Counted, type GuardedText, type Piece, comparePieces } from '../../encoding/piece.ts';
import type { Scan } from '../../encoding/scan.ts';
import type { Value } from '../../language/value.ts';
import type { Problem } from '../../problem.ts';
import { type Seed, locateInSeed } from '../../render/seed.ts';
import type { LimitedLeaf, Pattern } from '../../render/template.ts';
import { PageData } from './page-data.ts';

/** A leaf with its placeholders compiled. */
export interface FilledLeaf {
  /** In coordinates of the seed's text. */
  pieces: Piece[];
  /** Bytes that a reader of the file gets; omitted if the leaf is the same in all pages. */
  length?: Counted;
  /** The decoded text as parts, for filling it separately from its page. */
  text?: GuardedText;
}

/** Replaces a range of the seed by fixed texts, written as they are, and values. */
export function replaceRange(
  { start, end }: { start: number; end: number },
  content: readonly (Value | string)[],
  encoder: Encoder,
): Piece[] {
  const parts = content.map((part): Piece => {
    if (typeof part === 'string') return { kind: 'rewrite', start: end, end, text: part };
    return { kind: 'hole', start: end, end, value: part, encoders: [encoder], text: '' };
  });
  return [{ kind: 'rewrite', start, end, text: '' }, ...parts];
}

/** Collects the pieces, texts, limits and problems of a pattern while its leaves are walked. */
export class PatternBuilder {
  /** Data of the seed's own page, for the notices. */
  readonly data: PageData;
  /** Texts by leaf, the first of each name. */
  readonly texts = new Map<string, GuardedText>();
  protected readonly seed: Seed;
  protected readonly scan: Scan;
  readonly #found: { piece: Piece; leaf: string }[] = [];
  readonly #limits: LimitedLeaf[] = [];
  readonly #problems: Problem[] = [];

  /** @param scan counts the placeholders of the seed */
  constructor(seed: Seed, scan: Scan) {
    this.seed = seed;
    this.scan = scan;
    this.data = new PageData(seed);
  }

  /** Adds pieces in coordinates of the seed's text, in any order. */
  add(leaf: string, pieces: readonly Piece[]): void {
    for (const piece of pieces) this.#found.push({ piece, leaf });
  }

  addFilled(leaf: string, { pieces, length, text }: FilledLeaf, limit: Omit<LimitedLeaf, 'name' | 'length'>) {
    this.add(leaf, pieces);
    if (text && !this.texts.has(leaf)) this.texts.set(leaf, text);
    if (length) this.#limits.push({ name: leaf, ...limit, length });
  }

  /** Scans the decoded text of a leaf; encoded placeholders that `scan` doesn't find are refused. */
  scanLeaf(leaf: string, decoded: string, scan: (decoded: string) => Piece[]): Piece[] {
    this.scan.leaf = leaf;
    const pieces = scan(decoded);
    this.scan.refuseEncodedRest(decoded, pieces);
    return pieces;
  }

  /** @param at position in the seed's text */
  report(at: number, problem: Omit<Problem, 'file' | 'line' | 'column'>): void {
    this.#problems.push({ ...problem, file: this.seed.file, ...locateInSeed(this.seed, at) });
  }

  finish(
    record: Pick<Pattern, 'start' | 'end' | 'title' | 'titleText' | 'structuredTexts' | 'type' | 'id'>,
  ): Pattern {
    const sorted = this.#found.sort((a, b) => comparePieces(a.piece, b.piece));
    const { problems, fixes } = this.data.finish();
    return {
      ...record,
      pieces: sorted.map(({ piece }) => piece),
      leaves: sorted.map(({ leaf }) => leaf),
      limits: this.#limits,
      texts: this.texts,
      problems: [...this.#problems, ...problems],
      fixes,
    };
  }
}
