/** Plans the copies of images for towns: images × towns, each in the folder of its town. */
import { createFileName, stripExtension, uniqueName } from './file-name.ts';
import type { GeoTag } from './geo-tag.ts';
import { fillText } from './text-template.ts';
import { cleanText, type Town } from './towns.ts';

export interface PlannedCopy {
  town: Town;
  /** `houston-texas/deck-houston-texas.jpg` */
  path: string;
  name: string;
  tag: GeoTag;
}

/**
 * Names the copies of a town.
 * @param files names of the images
 * @returns a unique name for each image
 */
export function nameCopies({ fileName, city, state }: Town, files: readonly string[]): string[] {
  const taken = new Set<string>();
  return files.map((file) => {
    const imageName = stripExtension(file);
    const named = fileName ? fillText(fileName, imageName) : `${imageName} ${city} ${state}`;
    return `${uniqueName(createFileName(named, 'image'), taken)}.jpg`;
  });
}

/** Creates the tag of the copy of an image for a town. */
export function createTag(town: Town, file: string): GeoTag {
  const { latitude, longitude, altitude, city, state, country, countryCode } = town;
  const caption = town.caption ? cleanText(fillText(town.caption, stripExtension(file))) : town.label;
  const place = { latitude, longitude, ...(altitude === undefined ? {} : { altitude }) };
  return { ...place, city, state, country, countryCode, caption };
}

/**
 * Plans all copies.
 * @param files names of the images
 * @returns the copies of each image in the order of the towns
 */
export function planCopies(towns: readonly Town[], files: readonly string[]): PlannedCopy[][] {
  const names = towns.map((town) => nameCopies(town, files));
  return files.map((file, index) =>
    towns.map((town, at) => {
      const name = names[at]?.[index] ?? '';
      return { town, name, path: `${town.folder}/${name}`, tag: createTag(town, file) };
    }),
  );
}
