/**
 * Record IDs in texts and in cells: `[picture]` as the value of `_thumbnail_id`. The importer takes these for
 * IDs of records in the file, so no page may have one of them, and the images they name must be in the part.
 */
import { RowValues } from '../../../render/row-values.ts';
import type { Value } from '../../../language/value.ts';
import type { Table } from '../../../sheet/table.ts';
import type { Pattern } from '../../../render/template.ts';

/** Larger numbers belong to other systems. */
const MAX_ID = 2_000_000_000;
/** Metas that the importer maps to the IDs of imported records. */
export const ID_METAS =
  /^(?:_thumbnail_id|_product_image_gallery|_menu_item_object_id|_menu_item_menu_item_parent)$/;

/** Numbers in a text that can be IDs. */
export function readIds(text: string): number[] {
  return (text.match(/\d+/g) ?? []).map(Number).filter((id) => id > 0 && id <= MAX_ID);
}

function valuesIn(pattern: Pattern, isIncluded: (leaf: string) => boolean): Value[] {
  return pattern.pieces.flatMap((piece, index) =>
    piece.kind === 'hole' && isIncluded(pattern.leaves[index] ?? '') ? [piece.value] : [],
  );
}

/** Values in fields that the importer takes for IDs. */
export function listIdValues(pattern: Pattern): Value[] {
  return valuesIn(pattern, (leaf) => leaf === 'wp:post_parent' || ID_METAS.test(leaf.replace(/^meta /, '')));
}

/** Values that name the parent of a page. */
export function listParentValues(pattern: Pattern): Value[] {
  return valuesIn(pattern, (leaf) => leaf === 'wp:post_parent');
}

/** Values that name the featured image of a page. */
export function listImageValues(pattern: Pattern): Value[] {
  return valuesIn(pattern, (leaf) => leaf === 'meta _thumbnail_id');
}

/** IDs that these values have in these rows, or in all rows. */
export function readRowIds(table: Table, values: readonly Value[], rows?: Iterable<number>): Set<number> {
  const ids = new Set<number>();
  if (values.length === 0) return ids;
  for (const row of rows ?? Array.from({ length: table.rowCount }, (_, index) => index)) {
    const cells = new RowValues(table, row);
    for (const value of values) for (const id of readIds(cells.computeText(value))) ids.add(id);
  }
  return ids;
}
