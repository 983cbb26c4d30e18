/** Names of folders and files for copies: slugs that every file system takes, no two alike. */
import { slugify } from '#engine/language/slugify.ts';

const NAME_CHARACTERS = 100;
/** Names that Windows keeps for devices, with any ending. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])$/;

/** A slug of at most 100 characters; `otherwise` where nothing of the text can be in one. */
export function createFileName(text: string, otherwise: string): string {
  const slug = slugify(text.replaceAll(/[/?#]/g, ' '), 'segment')
    .replaceAll('_', '-')
    .replaceAll(/-+/g, '-')
    .slice(0, NAME_CHARACTERS)
    .replaceAll(/^-|-$/g, '');
  if (slug === '') return otherwise;
  return DEVICE.test(slug) ? `${slug}-2` : slug;
}

/** The name, or `-2`, `-3` … behind it where it is taken; takes it. */
export function uniqueName(name: string, taken: Set<string>): string {
  let unique = name;
  for (let count = 2; taken.has(unique); count += 1) unique = `${name}-${count}`;
  taken.add(unique);
  return unique;
}

/** `Job 1.final.JPG` is `Job 1.final`. */
export function stripExtension(file: string): string {
  return file.replace(/\.[^.]{1,5}$/, '');
}
