/**
 * One output file as it is made up: frame, static records and the range of pages. Sizes are known
 * before a byte is written.
 */
import { type Frame, frameOf } from '../formats/wordpress-wxr-frame.ts';
import type { Project } from '../fill/project.ts';
import { byteLength } from '../contexts/piece.ts';

export interface PartFrame extends Frame {
  /** Static records as this part carries them. */
  statics: string[];
  /** Bytes of everything but the pages. */
  bytes: number;
  /** Bytes before each page. */
  gapBytes: number;
}

/**
 * The first part carries the static records whole, later ones stubs of those whose ids are mapped: of
 * pictures that rows choose only those `named` in the part, or all of them where that is not known yet.
 */
export function partFrame(project: Project, isFirst: boolean, named?: ReadonlySet<number>): PartFrame {
  const { seed, statics, pattern, columns } = project;
  const carried = statics.records.flatMap(({ item, whole, stub, isOfRows }) => {
    const isAbsent = isOfRows && named !== undefined && !named.has(item.id);
    const text = isFirst ? whole : isAbsent ? undefined : stub;
    return text === undefined ? [] : [{ item, text }];
  });
  const items = [...carried.map(({ item }) => item), pattern.item];
  const frame = frameOf(seed, items, { withTerms: isFirst, columns });
  const records = carried.map(({ text }) => text);
  const gapBytes = byteLength(frame.gap);
  const recordBytes = records.reduce((sum, record) => sum + byteLength(record) + gapBytes, 0);
  return {
    ...frame,
    statics: records,
    gapBytes,
    bytes: byteLength(frame.head) + recordBytes + byteLength(frame.tail),
  };
}
