/** Writes the planned parts and has them judged by what lies on the disk. */
import { createExpectation, checkParts, type Layout, type Verdict } from '#engine';
import { createAuditPool } from './audit-pool.ts';
import { formatAuditTime } from './audit-time.ts';
import { Canceled } from './canceled.ts';
import { type PartsWork, writeParts, type WriteHooks, type WrittenParts } from './write-parts.ts';

/** How often a cancellation is looked for while only audits are awaited. */
const LOOK_MS = 20;

export interface PlannedParts {
  layout: Layout;
  /** Bytes that a part may have; `null`: no limit. */
  limitBytes: number | null;
}

/** One written file, as the manifest and `--json` list it. */
export interface PartEntry {
  file: string;
  bytes: number;
  /** 0 for a file next to the parts, which holds the same pages once more. */
  pages: number;
  sha256: string;
}

export interface VerifiedParts {
  parts: PartEntry[];
  formedLinks: number;
  verdict: Verdict;
}

/** Rejects as soon as the work is canceled, though the work itself goes on until the threads are closed. */
async function untilCanceled<Result>(work: Promise<Result>, isCanceled: () => boolean): Promise<Result> {
  const { promise: canceled, reject } = Promise.withResolvers<never>();
  const timer = setInterval(() => {
    if (isCanceled()) reject(new Canceled());
  }, LOOK_MS);
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
    return { audited: await untilCanceled(Promise.all(audits), isCanceled), formedLinks };
  } finally {
    // Before the verdict, which needs memory of its own.
    await pool.close();
  }
}

/**
 * Throws what the file system throws, and `Canceled`; nothing is written any more then, and the folder
 * is the caller's to remove.
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
  // read in the order of the import
  const parts = [...entries.slice(extras.length), ...entries.slice(0, extras.length)];
  const audits = audited.map((file) => file.audit);
  return { parts, formedLinks, verdict: checkParts(audits, { ...createExpectation(layout), limitBytes }) };
}
