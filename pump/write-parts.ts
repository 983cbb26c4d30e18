/**
 * Pulls the bytes out of the engine and puts them into files. Each file goes to the audit as soon as
 * it is closed, while the next one is written.
 */
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { type BuildEvent, type BuiltLink, buildFiles, type Layout } from '#engine';
import type { AuditedFile, AuditTask } from './audit-file.ts';
import type { AuditPool } from './audit-pool.ts';
import { Canceled } from './canceled.ts';
import { type FileWriter, openFile } from './file-writer.ts';
import { yieldToRequests } from './yield-to-requests.ts';

export const LINKS_FILE = 'formed-links.html';
/** The engine works without pause; signals and replies of the audit are heard this often. */
const YIELD_MS = 20;

/** Counts so far; the same object each time. */
export interface WriteProgress {
  pages: number;
  /** Pages of all parts. */
  total: number;
  /** Bytes of the parts and of the tables beside them. */
  bytes: number;
  parts: number;
  /** Parts that are closed, and those of them that are audited. */
  written: number;
  audited: number;
}

/** How the caller takes part in the work. */
export interface WriteHooks {
  /** Called every 20 ms or so, and at each audited file. */
  onProgress?(progress: Readonly<WriteProgress>): void;
  onLink?(link: BuiltLink): void;
  /** Asked every 20 ms or so; `true` makes the work throw `Canceled`. */
  isCanceled?(): boolean;
}

export interface PartsWork {
  folder: string;
  pool: AuditPool;
  /** What the audit of each file is given besides its name. */
  audit: Pick<AuditTask, 'format' | 'recordPath' | 'now' | 'limitBytes' | 'flaws'>;
  hooks: WriteHooks;
}

export interface WrittenParts {
  /** In the order of the parts. */
  audited: AuditedFile[];
  formedLinks: number;
}

class PartsWriter {
  readonly progress: WriteProgress;
  readonly audits: Promise<AuditedFile>[] = [];
  formedLinks = 0;
  /** Names of the files next to the parts, which hold the same pages once more. */
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

  /** True when a file was closed. */
  take(event: BuildEvent): boolean {
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

  /** Lets go of the files, finished or not. */
  close(): void {
    this.#part?.close();
    this.#links.close();
  }

  #audit(file: string, bytes: number): void {
    const { folder, pool, audit, hooks } = this.#work;
    const audited = pool.audit({ ...audit, file, path: join(folder, file) }, bytes);
    const report = () => {
      if (!this.#tables.has(file)) this.progress.audited += 1;
      hooks.onProgress?.(this.progress);
    };
    // A refusal is heard where all audits are awaited.
    audited.then(report, () => {});
    this.audits.push(audited);
  }
}

/**
 * Answers when all is written, with the audits that may still go on. Throws what the file system throws,
 * and `Canceled`; the caller removes the folder then.
 */
export async function writeParts(
  layout: Layout,
  work: PartsWork,
): Promise<{ audits: Promise<AuditedFile>[]; formedLinks: number }> {
  const { pool, hooks } = work;
  const writer = new PartsWriter(layout, work);
  try {
    let yieldedAt = performance.now();
    for (const event of buildFiles(layout)) {
      yieldToRequests();
      if (writer.take(event)) await pool.waitForCapacity();
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
  return { audits: writer.audits, formedLinks: writer.formedLinks };
}
