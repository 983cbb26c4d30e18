/** Finds the constructs of a seed page and its footer link, and reports variants that aren't separated. */
import { type Piece, listPieceConstructs } from '../encoding/piece.ts';
import type { Body, ConstructSource } from '../language/value.ts';
import type { Problem } from '../problem.ts';
import type { CompiledSeed } from './project.ts';
import { FOOTER_FILE } from './scan-problems.ts';
import { type Seed, locateInSeed } from './seed.ts';

/** A construct and where its markers are. */
interface PlacedConstruct {
  source: ConstructSource;
  /** Finds a marker in the file. */
  locate: (body: Body) => Pick<Problem, 'file' | 'line' | 'column' | 'field'>;
}

/** Lists the constructs of the seed page and the footer link template, in the order of their places. */
export function placeConstructs(
  seed: Seed,
  { pattern, footer }: Pick<CompiledSeed, 'pattern' | 'footer'>,
): PlacedConstruct[] {
  const findMarker = (piece: Piece, { place: { text, start, end } }: Body) => {
    // markers in base64 have no place of their own
    if (piece.kind !== 'hole' || piece.value.source.kind === 'base64') return piece.start;
    const at = seed.text.indexOf(text, start);
    return at >= 0 && at < end ? at : start;
  };
  return [
    ...pattern.pieces.flatMap((piece, index) =>
      listPieceConstructs([piece]).map((source) => ({
        source,
        locate: (body: Body) => ({
          file: seed.file,
          ...locateInSeed(seed, findMarker(piece, body)),
          field: pattern.leaves[index] ?? '',
        }),
      })),
    ),
    ...footer.pieces.flatMap((piece) =>
      listPieceConstructs([piece]).map((source) => ({ source, locate: () => ({ file: FOOTER_FILE }) })),
    ),
  ];
}

const SPIN = /^\[\s*spin\s*\]$/i;
/** A single bar between texts. */
const SINGLE_BAR = /(?<!\|)\|(?!\|)/;

/** Reports each `[spin]` with only one variant, whose bar may be a single one. */
export function reportLoneVariants(
  seed: Seed,
  compiled: Pick<CompiledSeed, 'pattern' | 'footer'>,
): Problem[] {
  return placeConstructs(seed, compiled).flatMap(({ source: { bodies }, locate }): Problem[] => {
    const [body] = bodies;
    // one that can't be read is reported
    if (!body || bodies.length > 1 || !SPIN.test(body.place.text)) return [];
    const hasBar = body.parts.some((part) => typeof part === 'string' && SINGLE_BAR.test(part));
    const text = hasBar
      ? '[spin] has only one variant, because a single bar counts as text. Write two bars between variants: [spin]a || b[/spin].'
      : '[spin] has only one variant. Add others, with two bars between them: [spin]a || b[/spin].';
    return [{ code: 'variant-lone', severity: 'notice', ...locate(body), text }];
  });
}
