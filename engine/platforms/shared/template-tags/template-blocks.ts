/**
 * Blocks of template tags, such as `{% if %}…{% endif %}`: a construct begins and ends in the same branch of a block, so
 * that every page has whole blocks.
 */
import type { MarkerPiece, Piece, Range, Scope } from '../../../encoding/piece.ts';

const TAG = /\{%[-+~]?\s*(\w+)[^{}]*?%\}/g;
const END = /^end_?(\w+)$/;
const DIVIDERS = new Set(['else', 'elif', 'elseif', 'elsif', 'when']);
const DIVIDED = new Set(['if', 'unless', 'for', 'case', 'ifchanged']);
const REMEDY =
  'Put the construct around a whole block of template tags, such as from {% if … %} to {% endif %}, or within one of its branches.';

interface OpenBlock {
  name: string;
  /** Beginnings of its branches. */
  from: number[];
}

/** Lists the branches of the blocks that are closed in a text, the outer ones last. */
function listBranches(text: string): (Range & { scope: Scope })[] {
  const branches: (Range & { scope: Scope })[] = [];
  const open: OpenBlock[] = [];
  for (const { 0: tag, 1: name = '', index } of text.matchAll(TAG)) {
    const of = END.exec(name)?.[1];
    if (DIVIDERS.has(name)) open.findLast((block) => DIVIDED.has(block.name))?.from.push(index);
    const at = of === undefined ? -1 : open.findLastIndex((block) => block.name === of);
    if (of === undefined) open.push({ name, from: [index] });
    else if (at >= 0) {
      const ends = [...(open[at]?.from.slice(1) ?? []), index + tag.length];
      for (const [branch, from] of (open[at]?.from ?? []).entries())
        branches.push({ from, to: ends[branch] ?? index, scope: { remedy: REMEDY } });
      open.length = at;
    }
  }
  return branches;
}

/**
 * Puts markers into the branch of the block around them.
 * @param text with masked placeholders
 */
export function scopeTemplateBlocks(text: string, pieces: Piece[]): Piece[] {
  if (!text.includes('{%') || !pieces.some(({ kind }) => kind === 'marker')) return pieces;
  const branches = listBranches(text);
  const place = (marker: MarkerPiece): MarkerPiece => {
    const around = branches.filter(({ from, to }) => from <= marker.start && marker.start < to);
    const scope = [...marker.scope, ...around.map((branch) => branch.scope)];
    // the wrapper that goes with its marker must not take a tag along
    if (text.slice(marker.start, marker.end).includes('{%')) scope.push({ remedy: REMEDY });
    return { ...marker, scope };
  };
  return pieces.map((piece) => (piece.kind === 'marker' ? place(piece) : piece));
}
