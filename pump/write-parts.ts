/** Writes the engine's bytes to files. Each closed file is audited while the next one is written. */
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { type BuildEvent, type BuiltLink, buildFiles, type Layout } from '#engine';
import type { AuditedFile, AuditTask } from './audit-file.ts';
import type { AuditPool } from './audit-pool.ts';
import { type FileWriter, openFile } from './file-writer.ts';

/** Thrown when the caller canceled the work; the caller removes half-written files. */
export class Canceled extends Error {
  override readonly name = 'Canceled';

  constructor() {
    super('The work was canceled.');
  }
}

export const LINKS_FILE = 'formed-links.html';
/** Interval at which the writer yields, so that signals and replies of the audit are processed. */
const YIELD_MS = 20;

/** Progress; one object that is updated in place. */
export interface WriteProgress {
  pages: number;
  /** Pages of all parts. */
  total: number;
  /** Bytes of the parts and of further tables. */
  bytes: number;
  parts: number;
  /** Closed parts, and audited ones. */
  written: number;
  audited: number;
  /** Share of the comparison of measured pages that is done; omitted before it. */
  compared?: number;
}

/** Callbacks for progress and cancellation. */
export interface WriteHooks {
  /** Called about every 20 ms, for each audited file, and while pages are compared. */
  onProgress?(progress: Readonly<WriteProgress>): void;
  onLink?(link: BuiltLink): void;
  /** Called about every 20 ms; `true` aborts the work with `Canceled`. */
  isCanceled?(): boolean;
}

export interface PartsWork {
  folder: string;
  pool: AuditPool;
  /** Options for the audit of each file. */
  audit: Pick<AuditTask, 'format' | 'recordPath' | 'now' | 'limitBytes' | 'flaws'>;
  /** File for the shingles of a file's pages, if they are measured. */
  findShinglesPath?: ((file: string) => string) | undefined;
  hooks: WriteHooks;
}

export interface WrittenParts {
  /** In the order of the parts. */
  audited: AuditedFile[];
  formedLinks: number;
  progress: Readonly<WriteProgress>;
}

class PartsWriter {
  readonly progress: WriteProgress;
  readonly audits: Promise<AuditedFile>[] = [];
  formedLinks = 0;
  /** Names of files other than parts, which repeat the same pages. */
  readonly #tables: ReadonlySet<string>;
  readonly #work: PartsWork;
  readonly #links: FileWriter;
  #part: FileWriter | undefined;

  constructor({ pages, parts, extras }: Layout, work: PartsWork) {
    this.progress = { pages: 0, total: pages, bytes: 0, parts: parts.length, written: 0, audited: 0 };
    this.#tables = new Set(extras.map(({ name }) => name));
    this.#work = work;
    this.#links = openFile(join(work.folder, LINKS_FILE));
  }

  /** @returns true if a file was closed */
  write(event: BuildEvent): boolean {
    switch (event.type) {
      case 'bytes':
        this.#part?.write(event.bytes);
        this.progress.pages = event.pages;
        this.progress.bytes += event.bytes.length;
        return false;
      case 'link':
        this.#links.writeText(`${event.html}\n`);
        this.formedLinks += 1;
        this.#work.hooks.onLink?.(event);
        return false;
      case 'file-start':
        this.#part = openFile(join(this.#work.folder, event.name));
        return false;
      case 'file-end':
        this.#part?.close();
        if (!this.#tables.has(event.name)) this.progress.written += 1;
        this.#audit(event.name, event.bytes);
        return true;
    }
  }

  /** Closes the files, finished or not. */
  close(): void {
    this.#part?.close();
    this.#links.close();
  }

  #audit(file: string, bytes: number): void {
    const { folder, pool, audit, findShinglesPath, hooks } = this.#work;
    const shinglesPath = findShinglesPath?.(file);
    const task = { ...audit, file, path: join(folder, file), ...(shinglesPath && { shinglesPath }) };
    const audited = pool.audit(task, bytes);
    const report = () => {
      if (!this.#tables.has(file)) this.progress.audited += 1;
      hooks.onProgress?.(this.progress);
    };
    // A rejection is handled where all audits are awaited.
    audited.then(report, () => {});
    this.audits.push(audited);
  }
}

/**
 * Writes all files; their audits may not be finished yet. After an error, the caller removes the folder.
 * @throws `Canceled` and errors of the file system
 */
export async function writeParts(
  layout: Layout,
  work: PartsWork,
): Promise<Omit<WrittenParts, 'audited'> & { audits: Promise<AuditedFile>[] }> {
  const { pool, hooks } = work;
  const writer = new PartsWriter(layout, work);
  try {
    let yieldedAt = performance.now();
    for (const event of buildFiles(layout)) {
      if (writer.write(event)) await pool.waitForCapacity();
      if (performance.now() - yieldedAt < YIELD_MS) continue;
      if (hooks.isCanceled?.()) throw new Canceled();
      hooks.onProgress?.(writer.progress);
      await setImmediate();
      yieldedAt = performance.now();
    }
  } finally {
    writer.close();
  }
  pool.finish();
  const { audits, formedLinks, progress } = writer;
  return { audits, formedLinks, progress };
}
