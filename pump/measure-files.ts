/** Measures the quality of the pages in files: threads read them, then all pages are compared. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import {
  type AuditedPart,
  measureRun,
  type PageFacts,
  type PageHashes,
  type PageRows,
  type Problem,
  type RunQuality,
} from '#engine';
import { type AuditedFile, formatAuditTime } from './audit-file.ts';
import { createAuditPool } from './audit-pool.ts';
import { describeFileError } from './file-problem.ts';
import { HashFile } from './hash-file.ts';
import { Canceled } from './write-parts.ts';

/** Share of the work that reading the files takes. */
const READING = 0.7;

export interface MeasureOptions {
  /** Platform of the files. */
  format: string;
  /** Rows that the pages were made from, whose values are masked. */
  rows?: PageRows | undefined;
  /** Empty folder for shingles; the caller removes it. */
  folder: string;
  /** @param share of the work that is done, from 0 to 1 */
  onProgress?: (share: number) => void;
  isCanceled?: () => boolean;
}

export type MeasuredFiles =
  | { quality: RunQuality; problems?: undefined }
  /** A file is unreadable, or has no pages. */
  | { quality?: undefined; problems: Problem[] };

/** The facts of all pages and their shingles, each page once. */
interface CollectedPages {
  pages: PageFacts[];
  reader: { read(index: number): Uint32Array; close(): void };
}

/** A HubDB table repeats the pages of the posts next to it. */
function isRepetition(part: AuditedPart, parts: readonly AuditedPart[]): boolean {
  return part.format === 'hubspot' && 'header' in part && parts.some((other) => !('header' in other));
}

/** Parts of a run repeat the parents of their pages. */
function collectPages(audited: readonly AuditedFile[], paths: readonly string[]): CollectedPages {
  const parts = audited.map(({ audit }) => audit);
  const known = new Set<string>();
  const pages: PageFacts[] = [];
  const places: { file: HashFile; index: number }[] = [];
  for (const [part, { audit, pages: found = [] }] of audited.entries()) {
    if (isRepetition(audit, parts)) continue;
    const file = HashFile.open(
      paths[part] ?? '',
      found.map(({ shingles }) => shingles),
    );
    for (const [index, facts] of found.entries()) {
      const key = `${facts.url} ${facts.textHash}`;
      if (facts.url !== '' && known.has(key)) continue;
      known.add(key);
      pages.push(facts);
      places.push({ file, index });
    }
  }
  let open: HashFile | undefined;
  const read = (at: number) => {
    const place = places[at];
    // One file at a time: there may be more parts than a process may open.
    if (open !== place?.file) open?.close();
    open = place?.file;
    return place?.file.read(place.index) ?? new Uint32Array(0);
  };
  return { pages, reader: { read, close: () => open?.close() } };
}

/** Lists why files can't be measured: what their reader stopped at, or that they have no pages. */
function listRefusals(parts: readonly AuditedPart[]): Problem[] {
  const faults = parts.flatMap(({ problems }) =>
    problems.filter(({ item, severity }) => severity === 'fault' && item === undefined),
  );
  if (faults.length > 0)
    return faults.map(({ code, severity, text, file, line }) => ({
      code,
      severity,
      text,
      ...(file !== undefined && { file }),
      ...(line !== undefined && { line }),
    }));
  if (parts.some(({ pages }) => pages > 0)) return [];
  const text = 'The files have no pages.';
  return [{ code: 'pages-missing', severity: 'fault', text }];
}

/**
 * Compares measured pages.
 * @throws `Canceled`, and errors of the file system
 */
export async function comparePages(
  pages: readonly PageFacts[],
  hashes: PageHashes,
  { onProgress, isCanceled }: Pick<MeasureOptions, 'onProgress' | 'isCanceled'>,
): Promise<RunQuality> {
  const work = measureRun(pages, hashes);
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return step.value;
    onProgress?.(step.value);
    // Signals and cancellations are handled between steps.
    await setImmediate();
    if (isCanceled?.()) throw new Canceled();
  }
}

/**
 * Compares the measured pages of audited files.
 * @param audited with their shingles at the same index of `paths`
 * @throws `Canceled`, and errors of the file system with the folder
 */
export async function compareAudited(
  audited: readonly AuditedFile[],
  paths: readonly string[],
  options: Pick<MeasureOptions, 'folder' | 'onProgress' | 'isCanceled'>,
): Promise<RunQuality> {
  const { pages, reader } = collectPages(audited, paths);
  const scratch = HashFile.create(join(options.folder, 'differences'));
  try {
    return await comparePages(pages, { reader, scratch }, options);
  } finally {
    reader.close();
    scratch.close();
  }
}

/**
 * Measures all pages of the files together.
 * @throws `Canceled`, and errors of the file system with the folder
 */
export async function measureFiles(
  files: readonly string[],
  options: MeasureOptions,
): Promise<MeasuredFiles> {
  const { format, folder, onProgress, isCanceled } = options;
  const pool = createAuditPool(options.rows);
  const now = formatAuditTime(new Date());
  const paths = files.map((_, index) => join(folder, `${index}.shingles`));
  const problems: Problem[] = [];
  let done = 0;
  const audited: AuditedFile[] = [];
  try {
    const all = files.map(async (path, index) => {
      try {
        const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
        const task = { path, file: path, format, now, shinglesPath: paths[index] ?? '' };
        audited[index] = await pool.audit(task, size);
      } catch (error) {
        problems.push(describeFileError(error, path));
      }
      done += 1;
      onProgress?.((READING * done) / files.length);
    });
    pool.finish();
    await Promise.all(all);
  } finally {
    await pool.close();
  }
  if (isCanceled?.()) throw new Canceled();
  if (problems.length === 0) problems.push(...listRefusals(audited.map(({ audit }) => audit)));
  if (problems.length > 0) return { problems };
  const quality = await compareAudited(audited, paths, {
    ...options,
    onProgress: (share) => onProgress?.(READING + (1 - READING) * share),
  });
  return { quality };
}
