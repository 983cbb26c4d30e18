/** Folders of runs for the garbage collection. A run keeps its files until it fails, is canceled or is pruned. */
import type { Db } from '#server/db/open.ts';
import type { FileHolder } from '../files/garbage-collection.service.ts';
import { readRunNumber } from '../files/store-generation.service.ts';
import { listRunStates } from './runs.store.ts';

const nameFolder = (id: number) => `runs/${id}/`;

export function holdRunFolders(db: Db): FileHolder {
  return {
    folder: 'runs/',
    nameUnit: (key) => {
      const id = readRunNumber(key);
      return id === undefined ? undefined : nameFolder(id);
    },
    listNeeded: async (folders) => {
      const states = await listRunStates(
        db,
        folders.map(readRunNumber).filter((id) => id !== undefined),
      );
      const needed = states.filter(
        ({ state, pruned_at: prunedAt }) => state !== 'failed' && state !== 'canceled' && prunedAt === null,
      );
      return needed.map(({ id }) => nameFolder(id));
    },
  };
}
