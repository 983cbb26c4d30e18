/** Selects the images of a project (specification, point 5). */
import { IMAGE_BYTES } from '#contract/limits.ts';
import { isGeocoder } from '#contract/project-types.ts';

const JPEG = /^\xff\xd8\xff/;
/** First bytes of the other formats; a Geocoder tags JPEG only. */
const OTHERS = [/^\x89PNG\r\n\x1a\n/, /^RIFF[^]{4}WEBP/];
/** Length of the longest of them. */
const BEGIN_BYTES = 12;

async function beginsAs(file: Blob, formats: readonly RegExp[]): Promise<boolean> {
  try {
    const bytes = new Uint8Array(await file.slice(0, BEGIN_BYTES).arrayBuffer());
    const begin = String.fromCharCode(...bytes);
    return formats.some((each) => each.test(begin));
  } catch {
    // a file that the browser can't read fails when it is sent
    return true;
  }
}

/** Selects the files to upload, in their order; the others are dropped by type, size or first bytes. */
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
