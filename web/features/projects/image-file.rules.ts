/** Which of the given files are taken as images of a project (specification, point 5); the others are left out quietly. */
import { IMAGE_BYTES } from '#contract/limits.ts';
import { isGeocoder } from '#contract/project-types.ts';

interface GivenFile {
  type: string;
  size: number;
}

/** Those that are uploaded, in their order, and how many were left out. */
export function pickImages<Each extends GivenFile>(
  files: readonly Each[],
  projectType: string,
): { taken: Each[]; dropped: number } {
  // A Geocoder cannot tag images of other types.
  const begin = isGeocoder(projectType) ? 'image/jpeg' : 'image/';
  const taken = files.filter(({ type, size }) => type.startsWith(begin) && size <= IMAGE_BYTES);
  return { taken, dropped: files.length - taken.length };
}
