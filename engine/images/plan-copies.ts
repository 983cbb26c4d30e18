/** All copies of some images for some towns: image × town, each with its place in the folder of the town. */
import { stripEnding, uniqueName } from './file-name.ts';
import type { PlaceTag } from './place-tag.ts';
import { type Town, type Towns, toTag } from './towns.ts';

export interface PlannedCopy {
  town: Town;
  /** `houston-texas/deck-houston-texas.jpg` */
  path: string;
  name: string;
  tag: PlaceTag;
}

/**
 * Names every copy; nothing is made yet.
 * @param files names of the images
 * @returns for each image its copies in the order of the towns
 */
export function planCopies({ towns, describe }: Towns, files: readonly string[]): PlannedCopy[][] {
  const takenBy = new Map(towns.map(({ folder }) => [folder, new Set<string>()]));
  return files.map((file) => {
    const imageName = stripEnding(file);
    return towns.map((town) => {
      const { fileName, caption } = describe(town, imageName);
      const name = `${uniqueName(fileName, takenBy.get(town.folder) ?? new Set())}.jpg`;
      return { town, name, path: `${town.folder}/${name}`, tag: toTag(town, caption) };
    });
  });
}
