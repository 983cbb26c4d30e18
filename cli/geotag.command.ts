/** `geoloom geotag`: copies images for each town, with its coordinates and names in their metadata. */
import { basename, join } from 'node:path';
import { styleText } from 'node:util';
import type { Problem } from '#engine';
import { type CopyTemplates, planCopies, readTowns, type Town } from '#geotag';
import { describeFileError } from '#pump/file-problem.ts';
import { EXIT, type ExitCode, isFault, measureProcess, printJson, printLines } from './command-result.ts';
import { JPEG, listImages } from './image-folder.ts';
import {
  openOutput,
  openOutputFile,
  checkOutput,
  checkOutputFile,
  removeStaleOutputs,
} from './output-folder.ts';
import { formatCount, writeProblems } from './problem-text.ts';
import { createProgressBar, type ProgressBar } from './progress-bar.ts';
import { readSheetFile } from './read-sheet.ts';
import { makeCopies, type TaggedCopy, writeFolder, writeZip } from './write-copies.ts';

export interface GeotagFlags extends CopyTemplates {
  images: string;
  rows: string;
  /** Name of the sheet of an Excel file. */
  sheet?: string;
  /** Also reads hidden rows of an Excel file. */
  hiddenRows?: 'include';
  /** A folder, or a file that ends in `.zip`. */
  out: string;
  json?: boolean;
}

interface GeotagOutcome {
  isCompleted: boolean;
  /** Images with copies. */
  images: number;
  skippedImages: number;
  towns: number;
  /** Skipped rows. */
  skipped: number;
  copies: number;
  bytes: number;
  problems: Problem[];
}

function refuse(problems: Problem[]): GeotagOutcome {
  const noCounts = { images: 0, skippedImages: 0, towns: 0, skipped: 0, copies: 0, bytes: 0 };
  return { ...noCounts, isCompleted: false, problems };
}

interface Work {
  flags: GeotagFlags;
  files: string[];
  towns: readonly Town[];
  skipped: number;
  problems: Problem[];
}

async function writeAll(
  { flags, files, towns, skipped, problems }: Work,
  bar: ProgressBar,
): Promise<GeotagOutcome> {
  const counted = { images: 0, copies: 0, bytes: 0 };
  const faults: Problem[] = [];
  const plan = planCopies(towns, files);
  const total = files.length * towns.length;
  function* count(): Generator<TaggedCopy> {
    for (const made of makeCopies(
      files.map((file) => join(flags.images, file)),
      plan,
    )) {
      faults.push(...made.problems);
      counted.images += made.copies ? 1 : 0;
      for (const tagged of made.copies ?? []) {
        counted.copies += 1;
        counted.bytes += tagged.pieces.reduce((sum, { length }) => sum + length, 0);
        bar.show(
          counted.copies / total,
          `${counted.copies.toLocaleString('en-US')} of ${formatCount(total, 'copy', 'copies')}`,
        );
        yield tagged;
      }
    }
  }
  const isZip = flags.out.toLowerCase().endsWith('.zip');
  const output = isZip ? openOutputFile(flags.out) : openOutput(flags.out);
  try {
    if (isZip) await writeZip(output.path, count());
    else await writeFolder(output.path, count());
    if (counted.images === 0) {
      output.discard();
      return refuse([...problems, ...faults]);
    }
    output.commit();
  } catch (error) {
    output.discard();
    throw error;
  }
  const skippedImages = files.length - counted.images;
  const all = [...problems, ...faults];
  return { isCompleted: true, ...counted, skippedImages, towns: towns.length, skipped, problems: all };
}

async function geotag(flags: GeotagFlags, bar: ProgressBar): Promise<GeotagOutcome> {
  removeStaleOutputs(flags.out);
  const isZip = flags.out.toLowerCase().endsWith('.zip');
  const outputProblems = isZip ? checkOutputFile(flags.out) : checkOutput(flags.out);
  const { files, problems: imageProblems } = listImages(flags.images, JPEG);
  const { reading } = await readSheetFile(flags.rows, flags);
  const { table } = reading;
  const found = table ? readTowns(table, flags) : { problems: [] };
  const problems = [...outputProblems, ...imageProblems, ...reading.problems, ...found.problems];
  if (problems.some(isFault) || !found.towns) return refuse(problems);
  try {
    return await writeAll({ flags, files, ...found.towns, problems }, bar);
  } catch (error) {
    return refuse([...problems, describeFileError(error, flags.out)]);
  }
}

function writeVerdict({ isCompleted, images, towns, copies, skipped, skippedImages }: GeotagOutcome): string {
  if (!isCompleted) return styleText(['bold', 'red'], 'Refused. Nothing was written.');
  const made = `${formatCount(copies, 'copy', 'copies')} of ${formatCount(images, 'image')} for ${formatCount(towns, 'town')}`;
  if (skipped + skippedImages === 0) return styleText(['bold', 'green'], `${made}.`);
  const skippedCounts = [
    ...(skipped > 0 ? [formatCount(skipped, 'row')] : []),
    ...(skippedImages > 0 ? [formatCount(skippedImages, 'image')] : []),
  ];
  return styleText(['bold', 'yellow'], `${made}; skipped: ${skippedCounts.join(', ')}.`);
}

function report(outcome: GeotagOutcome, flags: GeotagFlags): void {
  const { isCompleted, skippedImages, problems, ...counts } = outcome;
  const figures = measureProcess();
  if (flags.json) {
    printJson({ ok: isCompleted, ...counts, skipped_images: skippedImages, problems, ...figures });
    return;
  }
  const paths = new Map([[basename(flags.rows), flags.rows]]);
  printLines([
    writeVerdict(outcome),
    ...(isCompleted ? ['', `  ${(counts.bytes / 1_000_000).toFixed(2)} MB in ${flags.out}`] : []),
    ...writeProblems(problems, { paths, rest: 'all are shown with --json' }),
    '',
    `${(figures.elapsed_ms / 1000).toFixed(1)} s, at most ${Math.round(figures.peak_rss_bytes / 1_000_000)} MB of memory`,
  ]);
}

/** Tags the images and prints the result. */
export async function runGeotag(flags: GeotagFlags): Promise<ExitCode> {
  const bar = createProgressBar(process.stderr);
  try {
    const outcome = await geotag(flags, bar);
    bar.clear();
    report(outcome, flags);
    if (!outcome.isCompleted) return EXIT.refused;
    return outcome.skipped + outcome.skippedImages > 0 ? EXIT.skips : EXIT.completed;
  } finally {
    bar.clear();
  }
}
