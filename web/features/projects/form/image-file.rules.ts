/** Which of the given files are taken as images of a project (specification, point 5); the others are left out quietly. */
import { IMAGE_BYTES } from '#contract/limits.ts';
import { isGeocoder } from '#contract/project-types.ts';

const JPEG = /^\xff\xd8\xff/;
/** How files begin that the server takes; a Geocoder cannot tag images of other types. */
const OTHERS = [/^\x89PNG\r\n\x1a\n/, /^RIFF[^]{4}WEBP/];
/** As many as the longest of them. */
const BEGIN_BYTES = 12;

async function beginsAs(file: Blob, formats: readonly RegExp[]): Promise<boolean> {
  try {
    const bytes = new Uint8Array(await file.slice(0, BEGIN_BYTES).arrayBuffer());
    const begin = String.fromCharCode(...bytes);
    return formats.some((each) => each.test(begin));
  } catch {
    // What the browser cannot read fails when it is sent, and says so then.
    return true;
  }
}

/** Those that are uploaded, in their order, and how many were left out: by type, by size, or by their first bytes. */
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
