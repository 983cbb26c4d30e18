/** `geoloom images --read`: shows the places in the metadata of images; writes nothing. */
import { basename } from 'node:path';
import type { Problem } from '#engine';
import { type ImageTags, readTags } from '#geotag';
import { describeFileError } from '#pump/file-problem.ts';
import { readWholeFile } from '#pump/source-file.ts';
import { EXIT, type ExitCode, measureProcess, printJson, printLines } from './command-result.ts';
import { writeProblems } from './problem-text.ts';
import { writeTable } from './terminal-table.ts';

export interface ImagesFlags {
  read: string[];
  json?: boolean;
}

/** Reads larger images than `geotag` does. */
const READ_BYTES = 200_000_000;

type ImageEntry = { file: string; bytes: number; sha256: string } & ImageTags;

function readFile(path: string): { entry?: ImageEntry; problems: Problem[] } {
  try {
    const { bytes, source } = readWholeFile(path, READ_BYTES);
    const { tags, problems } = readTags(bytes ?? new Uint8Array(0), basename(path));
    return { ...(tags ? { entry: { ...source, file: path, ...tags } } : {}), problems };
  } catch (error) {
    return { problems: [describeFileError(error, path)] };
  }
}

function writeRow({ file, exif, xmp, iptc }: ImageEntry): string[] {
  const { latitude = xmp.latitude, longitude = xmp.longitude } = exif;
  const place = [iptc.city ?? xmp.city, iptc.state ?? xmp.state, iptc.country ?? xmp.country];
  return [
    file,
    latitude?.toFixed(6) ?? '',
    longitude?.toFixed(6) ?? '',
    place.filter((name) => name !== undefined).join(', '),
    exif.caption ?? xmp.caption ?? '',
  ];
}

/** Reads the images and prints their places. */
export function runImages({ read, json }: ImagesFlags): ExitCode {
  const results = read.map(readFile);
  const files = results.flatMap(({ entry }) => (entry ? [entry] : []));
  const problems = results.flatMap((result) => result.problems);
  const ok = problems.length === 0;
  if (json) printJson({ ok, files, problems, ...measureProcess() });
  else {
    const columns = [
      { heading: 'file' },
      { heading: 'latitude', isFigure: true },
      { heading: 'longitude', isFigure: true },
      { heading: 'place' },
      { heading: 'caption' },
    ];
    const paths = new Map(read.map((path) => [basename(path), path]));
    printLines([
      ...writeTable(columns, files.map(writeRow)),
      ...writeProblems(problems, { paths, rest: 'all are shown with --json' }),
    ]);
  }
  return ok ? EXIT.completed : EXIT.refused;
}
