/** Creates unique names of folders and files that are valid in every file system. */
import { slugify } from '#engine/text/slugify.ts';

const NAME_CHARACTERS = 100;
/** Matches device names, which Windows reserves with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])$/;

/** Creates a slug of at most 100 characters, or returns `fallback` if the slug is empty. */
export function createFileName(text: string, fallback: string): string {
  const slug = slugify(text.replaceAll(/[/?#]/g, ' '), 'segment')
    .replaceAll('_', '-')
    .replaceAll(/-+/g, '-')
    .slice(0, NAME_CHARACTERS)
    .replaceAll(/^-|-$/g, '');
  if (slug === '') return fallback;
  return DEVICE.test(slug) ? `${slug}-2` : slug;
}

/** Adds `-2`, `-3` … to a name that is taken, and adds the result to `taken`. */
export function uniqueName(name: string, taken: Set<string>): string {
  let unique = name;
  for (let count = 2; taken.has(unique); count += 1) unique = `${name}-${count}`;
  taken.add(unique);
  return unique;
}

/** Converts `Job 1.final.JPG` to `Job 1.final`. */
export function stripExtension(file: string): string {
  return file.replace(/\.[^.]{1,5}$/, '');
}
