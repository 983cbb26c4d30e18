/** Writes the planned parts and verifies them by reading them back. */
import { createExpectation, checkParts, type Layout, type Verdict } from '#engine';
import { formatAuditTime } from './audit-file.ts';
import { createAuditPool } from './audit-pool.ts';
import { Canceled, type PartsWork, writeParts, type WriteHooks, type WrittenParts } from './write-parts.ts';

/** Interval of the check for a cancellation while only audits are awaited. */
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

async function writeAll(
  { layout, limitBytes }: PlannedParts,
  folder: string,
  hooks: WriteHooks,
): Promise<WrittenParts> {
  const pool = createAuditPool();
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
  const work: PartsWork = { folder, pool, audit, hooks };
  try {
    const { audits, formedLinks } = await writeParts(layout, work);
    return { audited: await raceCancellation(Promise.all(audits), isCanceled), formedLinks };
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
  hooks: WriteHooks = {},
): Promise<VerifiedParts> {
  const { layout, limitBytes } = planned;
  const { audited, formedLinks } = await writeAll(planned, folder, hooks);
  const { extras } = layout;
  const files = [...extras.map(({ name }) => ({ name, pages: 0 })), ...layout.parts];
  const entries = audited.map(({ bytes, sha256 }, index) => {
    const { name = '', pages = 0 } = files[index] ?? {};
    return { file: name, bytes, pages, sha256 };
  });
  // Listed in the order of the import.
  const parts = [...entries.slice(extras.length), ...entries.slice(0, extras.length)];
  const audits = audited.map((file) => file.audit);
  return { parts, formedLinks, verdict: checkParts(audits, { ...createExpectation(layout), limitBytes }) };
}
