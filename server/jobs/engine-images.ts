/**
 * Image tasks on engine threads: checks that a file is an image, reads the towns of a Geocoder's sheet, and
 * measures the copies of an image. Copies are written during the download (`engine-copies.ts`).
 */
import { join } from 'node:path';
import type { Problem, Table } from '#engine';
import {
  createTag,
  findImageEnd,
  pickSampleTowns,
  readImage,
  readPlaces,
  readTags,
  readTowns,
  type SourceImage,
  tagImage,
  type Town,
} from '#geotag';
import { openFile } from '#pump/file-writer.ts';
import { toBitmap } from '#pump/row-bitmap.ts';
import {
  collectSkippedRows,
  SKIPPED_ROWS_FILE,
  type RowReasons,
  writeSkippedRows,
} from '#pump/skipped-rows.ts';
import type {
  ImageEndResult,
  ImageInput,
  MeasureResult,
  MeasureInput,
  OpenImageResult,
  SampleCopy,
  TownsResult,
  TownsInput,
} from './engine-task.ts';
import { cutProblems, hasFault, MAX_LISTED_ROWS, locateSkipped, readSheet } from './engine-work.ts';

/** Maximum images × towns of a project. */
const MAX_COPIES = 100_000;
/** Tolerance for coordinates that are read back, in degrees. */
const DEGREES = 1e-6;

/** Plans a run or a test of a Geocoder. @throws errors of the file system */
export function handleTowns(input: TownsInput): TownsResult {
  const { table, problems: found } = readSheet(input.sheet);
  const { towns: read, problems: faults } = table
    ? readTowns(table, input)
    : { towns: undefined, problems: [] };
  const problems: Problem[] = [...found, ...faults];
  const copies = (read?.towns.length ?? 0) * input.images;
  if (copies > MAX_COPIES)
    problems.push({
      code: 'too-many-copies',
      severity: 'fault',
      file: input.sheet.file,
      text: `${input.images} images for ${read?.towns.length} towns are ${copies.toLocaleString('en-US')} copies; at most ${MAX_COPIES.toLocaleString('en-US')} are possible. Split the sheet and create a project for each part.`,
    });
  const isRefused = hasFault(problems) || !table || !read;
  const samples = input.isTest && table && read ? pickSampleTowns(read.towns, table) : undefined;
  const skippedRows = collectSkippedRows(problems);
  const skippedRowsFile = !isRefused && table ? writeSkipped(input, table, skippedRows) : undefined;
  const notices = problems.filter(({ severity }) => severity === 'notice');
  return {
    ...cutProblems(problems),
    noticeCount: notices.length,
    skippedBitmap: toBitmap(skippedRows.map(({ row }) => row)),
    noticeBitmap: toBitmap(notices.map(({ row = 0 }) => row)),
    skippedRows: skippedRows.slice(0, MAX_LISTED_ROWS),
    ...(skippedRowsFile === undefined ? {} : { skippedRowsFile }),
    skipped: read?.skipped ?? skippedRows.length,
    isRefused,
    townCount: read?.towns.length ?? 0,
    towns: isRefused ? [] : (samples?.map(({ town }) => town) ?? read.towns),
    reasons: samples?.map(({ why }) => why) ?? [],
    skippedTowns: isRefused || input.isTest ? [] : locateSkipped(readPlaces(table), skippedRows),
  };
}

function writeSkipped({ folder }: TownsInput, table: Table, rows: readonly RowReasons[]): string | undefined {
  if (folder === undefined || rows.length === 0) return undefined;
  const file = openFile(join(folder, SKIPPED_ROWS_FILE));
  try {
    for (const line of writeSkippedRows(table, rows)) file.writeText(line);
  } finally {
    file.close();
  }
  return SKIPPED_ROWS_FILE;
}

/** Finds where an uploaded image ends in its file. */
export function handleImageEnd({ image: { bytes } }: ImageInput): ImageEndResult {
  return findImageEnd(bytes);
}

/** Parses an image once for all of its copies. */
export function handleOpenImage({ image: { bytes, file } }: ImageInput): OpenImageResult {
  return readImage(bytes, file).image;
}

/** Creates the copies of one image, verifies the first one, and returns their sizes. */
export function handleMeasure({ image: { bytes, file }, towns, isTest }: MeasureInput): MeasureResult {
  const { image, problems } = readImage(bytes, file);
  if (!image) return { problems, sizes: [], samples: [] };
  const sizes = towns.map((town) =>
    tagImage(image, createTag(town, file)).reduce((sum, { length }) => sum + length, 0),
  );
  const [first] = towns;
  const problem = first && !isTest ? verifyCopy(image, first) : undefined;
  return {
    problems: problem ? [...problems, problem] : problems,
    sizes,
    samples: isTest ? towns.map((town) => describeCopy(image, town)) : [],
  };
}

/** Compares the tags read from the written copy with the requested ones. */
function verifyCopy(image: SourceImage, town: Town): Problem | undefined {
  const { tags } = readCopy(image, town);
  const isAt = ({ latitude, longitude }: { latitude?: number; longitude?: number }) =>
    Math.abs((latitude ?? Number.NaN) - town.latitude) <= DEGREES &&
    Math.abs((longitude ?? Number.NaN) - town.longitude) <= DEGREES;
  if (tags && isAt(tags.exif) && isAt(tags.xmp) && tags.width === image.width) return undefined;
  const text = 'We couldn’t read back the tags written to the copy. Leave this image out.';
  return { code: 'copy-not-verified', severity: 'fault', text, file: image.file };
}

function readCopy(image: SourceImage, town: Town) {
  const pieces = tagImage(image, createTag(town, image.file));
  return readTags(Buffer.concat(pieces), image.file);
}

/** Describes a copy for the test page: its caption and all tags read back from it. */
function describeCopy(image: SourceImage, town: Town): SampleCopy {
  const { caption } = createTag(town, image.file);
  const { tags } = readCopy(image, town);
  return { caption, tags: JSON.stringify(tags, undefined, 2) };
}
