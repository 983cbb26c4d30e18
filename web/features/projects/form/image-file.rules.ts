/** Filters the images of a project (specification, point 5). */
import { IMAGE_BYTES } from '#contract/limits.ts';
import { isGeocoder } from '#contract/project-types.ts';

const JPEG = /^\xff\xd8\xff/;
/** Magic bytes of the other formats; a Geocoder tags JPEG only. */
const OTHERS = [/^\x89PNG\r\n\x1a\n/, /^RIFF[^]{4}WEBP/];
/** Length of the longest signature. */
const BEGIN_BYTES = 12;

async function beginsAs(file: Blob, formats: readonly RegExp[]): Promise<boolean> {
  try {
    const bytes = new Uint8Array(await file.slice(0, BEGIN_BYTES).arrayBuffer());
    const begin = String.fromCharCode(...bytes);
    return formats.some((each) => each.test(begin));
  } catch {
    // If the browser can't read the file, the upload will fail.
    return true;
  }
}

/** Files to upload, in order; others are dropped by type, size or magic bytes. */
export async function pickImages<Each extends Blob>(
  files: readonly Each[],
  projectType: string,
): Promise<{ taken: Each[]; dropped: number }> {
  const [begin, formats] = isGeocoder(projectType) ? ['image/jpeg', [JPEG]] : ['image/', [JPEG, ...OTHERS]];
  const named = files.filter(({ type, size }) => type.startsWith(begin) && size <= IMAGE_BYTES);
  const isImage = await Promise.all(named.map((file) => beginsAs(file, formats)));
  const taken = named.filter((_, index) => isImage[index]);
  return { taken, dropped: files.length - taken.length };
}
