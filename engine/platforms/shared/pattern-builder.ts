/** Collects the pieces, texts, limits and problems of a record's leaves while a platform compiles its pattern. */
import type { Encoder } from '../../text/encoder.ts';
import {
  type Counted,
  type GuardedText,
  type Piece,
  comparePieces,
  withinScope,
} from '../../encoding/piece.ts';
import { foldConstructs } from '../../encoding/text-parts.ts';
import type { Scan } from '../../encoding/scan.ts';
import { type Value, findUnboundName } from '../../language/value.ts';
import { findBracketed } from '../../language/placeholder.ts';
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

/** A piece with the name of its leaf. */
export interface FoundPiece {
  piece: Piece;
  leaf: string;
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
  #found: FoundPiece[] = [];
  readonly #leafTexts: [leaf: string, text: GuardedText][] = [];
  readonly #limits: LimitedLeaf[] = [];
  readonly #problems: Problem[] = [];
  /** Positions of texts with a refused construct. */
  readonly #refused = new Set<number>();

  /** @param scan counts the placeholders of the seed */
  constructor(seed: Seed, scan: Scan) {
    this.seed = seed;
    this.scan = scan;
    this.data = new PageData(seed);
  }

  /** Changes the pieces that were added so far. */
  protected changePieces(change: (found: readonly FoundPiece[]) => FoundPiece[]): void {
    this.#found = change(this.#found);
  }

  /** Adds pieces in coordinates of the seed's text, in any order. */
  add(leaf: string, pieces: readonly Piece[]): void {
    for (const piece of pieces) this.#found.push({ piece, leaf });
  }

  addFilled(leaf: string, { pieces, length, text }: FilledLeaf, limit: Omit<LimitedLeaf, 'name' | 'length'>) {
    this.add(leaf, pieces);
    if (text) this.#leafTexts.push([leaf, text]);
    if (text && !this.texts.has(leaf)) this.texts.set(leaf, text);
    if (length) this.#limits.push({ name: leaf, ...limit, length });
  }

  /** Scans the decoded text of a leaf; encoded placeholders that `scan` doesn't find are refused. */
  scanLeaf(leaf: string, decoded: string, scan: (decoded: string) => Piece[]): Piece[] {
    this.scan.leaf = leaf;
    const pieces = this.scan.constructs.scanWithin(decoded, () => scan(decoded));
    this.scan.refuseEncodedRest(decoded, pieces);
    return withinScope(pieces, {});
  }

  /**
   * Refuses a construct in a text that is one plain value for the platform.
   * @param at position of the text in the seed's text
   */
  refuseConstructs(leaf: string, text: string, at: number): void {
    const found = findBracketed(text).find((bracketed) => this.scan.constructs.readMarker(bracketed, text));
    if (!found || this.#refused.has(at)) return;
    this.#refused.add(at);
    this.report(at, {
      code: 'construct-invalid',
      severity: 'fault',
      field: leaf,
      text: `${found.text} can’t be in ${leaf}, which has to be one plain value. Use a placeholder there, and write the construct into the title or the content.`,
    });
  }

  /** @param at position in the seed's text */
  report(at: number, problem: Omit<Problem, 'file' | 'line' | 'column'>): void {
    this.#problems.push({ ...problem, file: this.seed.file, ...locateInSeed(this.seed, at) });
  }

  finish(
    record: Pick<Pattern, 'start' | 'end' | 'title' | 'titleText' | 'structuredTexts' | 'type' | 'id'>,
  ): Pattern {
    const sorted = this.#found.sort((a, b) => comparePieces(a.piece, b.piece));
    const folded = this.#foldConstructs(sorted);
    const { problems, fixes } = this.data.finish();
    return {
      ...record,
      pieces: folded.map(({ piece }) => piece),
      leaves: folded.map(({ leaf }) => leaf),
      limits: this.#limits,
      texts: this.texts,
      leafTexts: this.#leafTexts,
      problems: [...this.#problems, ...problems],
      fixes,
    };
  }

  /** Joins the markers of each construct; reports those that belong to none. */
  #foldConstructs(found: readonly FoundPiece[]): FoundPiece[] {
    const leaves = new Map(found.map(({ piece, leaf }) => [piece.start, leaf]));
    const pieces = foldConstructs(
      this.seed.text,
      found.map(({ piece }) => piece),
      ({ marker, other, reason }) => {
        const place = other && locateInSeed(this.seed, other.start);
        const begins = place
          ? ` It begins with ${other.text} on line ${place.line}, column ${place.column}.`
          : '';
        this.report(marker.start, {
          code: 'construct-unmatched',
          severity: 'fault',
          field: leaves.get(marker.start) ?? '',
          text: `${marker.text} ${reason}${begins}`,
        });
      },
    );
    for (const piece of pieces) {
      const name = piece.kind === 'hole' ? findUnboundName(piece.value) : undefined;
      if (name === undefined) continue;
      const construct = name.startsWith('near') ? '[nearby]' : `[for ${name} in …]`;
      this.report(piece.start, {
        code: 'construct-unmatched',
        severity: 'fault',
        field: leaves.get(piece.start) ?? '',
        text: `[${name}] has a value only within ${construct}. Move it there, or remove it.`,
      });
    }
    const leafOf = new Map(found.map(({ piece, leaf }) => [piece, leaf]));
    return pieces.map((piece) => ({
      piece,
      leaf: leafOf.get(piece) ?? leaves.get(piece.start) ?? '',
    }));
  }
}
