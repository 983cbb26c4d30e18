/** Which of the given files are taken as images of a Geocoder (specification, point 5); the others are left out quietly. */
import { IMAGE_BYTES } from '#contract/limits.ts';

interface GivenFile {
  type: string;
  size: number;
}

/** Images of other types cannot be tagged. */
const isTaken = ({ type, size }: GivenFile) => type === 'image/jpeg' && size <= IMAGE_BYTES;

/** Those that are uploaded, in their order, and how many were left out. */
export function pickImages<Each extends GivenFile>(
  files: readonly Each[],
): { taken: Each[]; dropped: number } {
  const taken = files.filter(isTaken);
  return { taken, dropped: files.length - taken.length };
}
