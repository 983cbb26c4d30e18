/** Images in a folder that the user names: for `geotag`, and as the primary images of pages. */
import { readdirSync } from 'node:fs';
import { join, parse } from 'node:path';
import type { PageImage, Problem } from '#engine';
import { IMAGE_BYTES } from '#geotag';
import { describeFileError } from '#pump/file-problem.ts';
import { readWholeFile, type Source } from '#pump/source-file.ts';

const ORDER = new Intl.Collator('en', { numeric: true });
/** How files of the formats begin that sites show. */
const BEGINNINGS = [/^\xff\xd8\xff/, /^\x89PNG\r\n\x1a\n/, /^RIFF[^]{4}WEBP/];

export interface ImageKind {
  /** Endings of the names. */
  ending: RegExp;
  /** As in "The folder holds no JPEG image". */
  noun: string;
}

export const JPEG: ImageKind = { ending: /\.jpe?g$/i, noun: 'JPEG image' };
const SHOWN: ImageKind = { ending: /\.(?:jpe?g|png|webp)$/i, noun: 'JPEG, PNG or WebP image' };

/** Names of the images of a folder, numbers in them by their size: an order that is the same everywhere. */
export function listImages(
  folder: string,
  { ending, noun }: ImageKind,
): { files: string[]; problems: Problem[] } {
  try {
    const files = readdirSync(folder, { withFileTypes: true })
      .filter((entry) => !entry.isDirectory() && !entry.name.startsWith('.') && ending.test(entry.name))
      .map(({ name }) => name)
      .toSorted(ORDER.compare);
    if (files.length > 0) return { files, problems: [] };
    const text = `The folder ${folder} holds no ${noun}. Name another one with --images.`;
    return { files, problems: [{ code: 'no-image', severity: 'fault', text, file: folder }] };
  } catch (error) {
    return { files: [], problems: [describeFileError(error, folder)] };
  }
}

export interface ImageFlags {
  /** A folder. */
  images?: string;
  /** Where its files will be when the pages are imported, without a slash at its end. */
  imagesUrl?: string;
}

/** An image as the manifest names it. */
export interface ImageSource extends Source {
  url: string;
}

export interface PageImages {
  /** Missing where no folder was named. */
  images?: PageImage[];
  sources: ImageSource[];
  problems: Problem[];
}

/** The primary images of pages: nothing is left out, because their numbers are those of the placeholders. */
export function readPageImages({ images: folder, imagesUrl = '' }: ImageFlags): PageImages {
  if (folder === undefined) return { sources: [], problems: [] };
  const { files, problems } = listImages(folder, SHOWN);
  const sources: ImageSource[] = [];
  for (const file of files) {
    try {
      const { source, bytes } = readWholeFile(join(folder, file), IMAGE_BYTES);
      const fault = findFault(bytes);
      if (fault) problems.push({ ...fault, severity: 'fault', file });
      sources.push({ ...source, url: `${imagesUrl}/${encodeURIComponent(file)}` });
    } catch (error) {
      problems.push(describeFileError(error, join(folder, file)));
    }
  }
  const images = sources.map(({ file, url }) => ({ url, alt: parse(file).name }));
  return { images, sources, problems };
}

function findFault(bytes: Uint8Array | undefined): Pick<Problem, 'code' | 'text'> | undefined {
  if (!bytes)
    return {
      code: 'image-too-large',
      text: 'An image may have at most 5,242,880 bytes. Take it out of the folder, or save it smaller.',
    };
  const begin = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (BEGINNINGS.some((each) => each.test(begin))) return undefined;
  return {
    code: 'image-format',
    text: 'This is no JPEG, PNG or WebP image, despite its name. Remove it from the folder.',
  };
}
