/** Records of the export that rows choose for their pages: a part has those that its own rows choose. */
import type { Pattern, RowMedia } from '../../../render/template.ts';
import type { Steering } from '../../../render/steering.ts';
import type { Table } from '../../../sheet/table.ts';
import { listImageValues, listParentValues, readRowIds } from './record-ids.ts';
import type { SeedItem } from './seed.ts';
import type { StaticRecords } from './static-records.ts';

interface RowMediaSource {
  pattern: Pattern;
  statics: Pick<StaticRecords, 'records'>;
  table: Table;
  steering?: Steering | undefined;
  parentId: number;
}

/** IDs of a page of the export and its ancestors there. */
function listLineage(byId: ReadonlyMap<number, SeedItem>, id: number): Set<number> {
  const lineage = new Set<number>();
  for (let next = byId.get(id); next && !lineage.has(next.id); next = byId.get(next.parent))
    lineage.add(next.id);
  return lineage;
}

/**
 * Lists the images and parents that rows choose; a parent that is the page of another row has its own.
 * @param parentId ID of the seed's own parent; 0 without one
 */
export function createRowMedia({
  pattern,
  statics,
  table,
  steering,
  parentId,
}: RowMediaSource): RowMedia | undefined {
  const stubs = new Map(
    statics.records.flatMap(({ item, stub, isOfRows }) =>
      isOfRows && stub !== undefined ? [[item.id, stub]] : [],
    ),
  );
  if (stubs.size === 0) return undefined;
  const images = listImageValues(pattern);
  const byId = new Map(statics.records.map(({ item }) => [item.id, item]));
  const choosesParent = steering?.columns.has('page_parent') === true;
  const listParents = (rows: readonly number[]): Iterable<number> => {
    if (!choosesParent) return readRowIds(table, listParentValues(pattern), rows);
    const parents = rows.map((row) => steering.read(row).parent ?? { id: parentId });
    return parents.flatMap((parent) => ('id' in parent ? [parent.id] : []));
  };
  const listImages = (rows: readonly number[]): Iterable<number> =>
    steering?.columns.has('page_image') === true
      ? rows.map((row) => Number(steering.read(row).fields.page_image))
      : readRowIds(table, images, rows);
  const listIds: RowMedia['listIds'] = (rows, ancestors) => {
    const own = [...rows];
    const parents = [...listParents([...own, ...ancestors])].flatMap((id) => [...listLineage(byId, id)]);
    return new Set([...listImages(own), ...parents]);
  };
  return { stubs, listIds };
}
