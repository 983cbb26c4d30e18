/** Reads images from a folder: for `geotag`, and as the primary images of pages. */
import { readdirSync } from 'node:fs';
import { join, parse } from 'node:path';
import type { PageImage, Problem } from '#engine';
import { IMAGE_BYTES } from '#geotag';
import { describeFileError } from '#pump/file-problem.ts';
import { readWholeFile, type Source } from '#pump/source-file.ts';

const ORDER = new Intl.Collator('en', { numeric: true });
/** First bytes of JPEG, PNG and WebP files. */
const SIGNATURES = [/^\xff\xd8\xff/, /^\x89PNG\r\n\x1a\n/, /^RIFF[^]{4}WEBP/];

export interface ImageKind {
  extension: RegExp;
  /** In the plural, as in "The folder has no JPEG images". */
  noun: string;
}

export const JPEG: ImageKind = { extension: /\.jpe?g$/i, noun: 'JPEG images' };
const WEB_IMAGES: ImageKind = { extension: /\.(?:jpe?g|png|webp)$/i, noun: 'JPEG, PNG or WebP images' };

/** Lists the images of a folder in natural order (image 2 before image 10), which is the same on every system. */
export function listImages(
  folder: string,
  { extension, noun }: ImageKind,
): { files: string[]; problems: Problem[] } {
  try {
    const files = readdirSync(folder, { withFileTypes: true })
      .filter((entry) => !entry.isDirectory() && !entry.name.startsWith('.') && extension.test(entry.name))
      .map(({ name }) => name)
      .toSorted(ORDER.compare);
    if (files.length > 0) return { files, problems: [] };
    const text = `The folder ${folder} has no ${noun}. Choose another one with --images.`;
    return { files, problems: [{ code: 'no-image', severity: 'fault', text, file: folder }] };
  } catch (error) {
    return { files: [], problems: [describeFileError(error, folder)] };
  }
}

export interface ImageFlags {
  /** A folder. */
  images?: string;
  /** URL at which the site will have the files, without a trailing slash. */
  imagesUrl?: string;
}

/** An image in the manifest. */
export interface ImageSource extends Source {
  url: string;
}

export interface PageImages {
  /** Undefined without a folder. */
  images?: PageImage[];
  sources: ImageSource[];
  problems: Problem[];
}

/** Reads the primary images. An invalid image is a fault and isn't skipped, because placeholders count the images. */
export function readPageImages({ images: folder, imagesUrl = '' }: ImageFlags): PageImages {
  if (folder === undefined) return { sources: [], problems: [] };
  const { files, problems } = listImages(folder, WEB_IMAGES);
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
      text: 'This image is larger than 5,242,880 bytes. Save it smaller or remove it from the folder.',
    };
  const start = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (SIGNATURES.some((each) => each.test(start))) return undefined;
  return {
    code: 'image-format',
    text: 'This file isn’t a JPEG, PNG or WebP image, despite its extension. Remove it from the folder.',
  };
}
