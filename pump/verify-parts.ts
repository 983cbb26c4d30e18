/** Writes the planned parts and verifies them by reading them back. */
import { join } from 'node:path';
import {
  checkParts,
  createExpectation,
  type Layout,
  type PageRows,
  type RunQuality,
  type Verdict,
} from '#engine';
import { formatAuditTime } from './audit-file.ts';
import { createAuditPool } from './audit-pool.ts';
import { compareAudited } from './measure-files.ts';
import { Canceled, type PartsWork, writeParts, type WriteHooks, type WrittenParts } from './write-parts.ts';

/** Interval of the check for cancellation while only audits are pending. */
const CHECK_MS = 20;

export interface PlannedParts {
  layout: Layout;
  /** Largest size of a part; `null` for no limit. */
  limitBytes: number | null;
}

/** A written file, as listed in the manifest and by `--json`. */
export interface PartEntry {
  file: string;
  bytes: number;
  /** 0 for a file other than a part, which repeats the same pages. */
  pages: number;
  sha256: string;
}

export interface VerifiedParts {
  parts: PartEntry[];
  formedLinks: number;
  verdict: Verdict;
  /** If it was asked for and the verdict is good. */
  quality?: RunQuality;
  /** Error that kept the pages from being measured; the files are good. */
  measuringError?: Error;
}

/** Input for measuring the quality of the written pages. */
export interface MeasuringOptions {
  rows: PageRows;
  /** Empty folder for shingles; the caller removes it. */
  folder: string;
}

/** Rejects as soon as the work is canceled; the work itself continues until the threads are closed. */
async function raceCancellation<Result>(work: Promise<Result>, isCanceled: () => boolean): Promise<Result> {
  const { promise: canceled, reject } = Promise.withResolvers<never>();
  const timer = setInterval(() => {
    if (isCanceled()) reject(new Canceled());
  }, CHECK_MS);
  try {
    return await Promise.race([work, canceled]);
  } finally {
    clearInterval(timer);
  }
}

interface WriteOptions extends WriteHooks {
  measuring?: MeasuringOptions | undefined;
}

const nameShingles = ({ folder }: MeasuringOptions, file: string) => join(folder, `${file}.shingles`);

async function writeAll(
  { layout, limitBytes }: PlannedParts,
  folder: string,
  { measuring, ...hooks }: WriteOptions,
): Promise<WrittenParts> {
  const pool = createAuditPool(measuring?.rows);
  const { isCanceled = () => false } = hooks;
  const { flaws, template } = layout.plan.project;
  const now = formatAuditTime(new Date());
  const audit = {
    format: template.format,
    recordPath: template.recordPath,
    now,
    flaws,
    ...(limitBytes === null ? {} : { limitBytes }),
  };
  const findShinglesPath = measuring && ((file: string) => nameShingles(measuring, file));
  const work: PartsWork = { folder, pool, audit, findShinglesPath, hooks };
  try {
    const { audits, ...written } = await writeParts(layout, work);
    return { ...written, audited: await raceCancellation(Promise.all(audits), isCanceled) };
  } finally {
    // Frees memory for the verdict.
    await pool.close();
  }
}

/**
 * Writes the parts and verifies them. After an error nothing more is written, and the caller removes the folder.
 * @throws `Canceled` and errors of the file system
 */
export async function writeAndVerify(
  planned: PlannedParts,
  folder: string,
  options: WriteOptions = {},
): Promise<VerifiedParts> {
  const { layout, limitBytes } = planned;
  const { measuring, isCanceled, onProgress } = options;
  const { audited, formedLinks, progress } = await writeAll(planned, folder, options);
  const { extras } = layout;
  const files = [...extras.map(({ name }) => ({ name, pages: 0 })), ...layout.parts];
  const entries = audited.map(({ bytes, sha256 }, index) => {
    const { name = '', pages = 0 } = files[index] ?? {};
    return { file: name, bytes, pages, sha256 };
  });
  // Listed in the order of the import.
  const parts = [...entries.slice(extras.length), ...entries.slice(0, extras.length)];
  const audits = audited.map((file) => file.audit);
  const verdict = checkParts(audits, { ...createExpectation(layout), limitBytes });
  if (!measuring || !verdict.ok) return { parts, formedLinks, verdict };
  const shingles = entries.map(({ file }) => nameShingles(measuring, file));
  const comparing = {
    folder: measuring.folder,
    onProgress: (compared: number) => onProgress?.({ ...progress, compared }),
    ...(isCanceled && { isCanceled }),
  };
  try {
    const quality = await compareAudited(audited, shingles, comparing);
    return { parts, formedLinks, verdict, quality };
  } catch (error) {
    if (error instanceof Canceled || !(error instanceof Error)) throw error;
    return { parts, formedLinks, verdict, measuringError: error };
  }
}
