/**
 * Pulls the bytes out of the engine and puts them into files. Each file goes to the audit as soon as
 * it is closed, while the next one is written.
 */
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { type BuildEvent, buildParts, type Layout } from '#engine';
import type { AuditedFile, AuditTask } from './audit-file.ts';
import type { AuditPool } from './audit-pool.ts';
import { type FileWriter, openFile } from './file-writer.ts';

export const LINKS_FILE = 'formed-links.html';
/** The engine works without pause; signals and replies of the audit are heard this often. */
const BREATH_MS = 20;

export interface WriteProgress {
  pages: number;
  /** Files that are closed, and those of them that are audited. */
  written: number;
  audited: number;
}

export interface WriteOptions {
  folder: string;
  pool: AuditPool;
  /** What the audit of each file is told besides its name. */
  audit: Pick<AuditTask, 'now' | 'limitBytes'>;
  onProgress(progress: WriteProgress): void;
}

export interface WrittenParts {
  /** In the order of the parts. */
  audited: AuditedFile[];
  formedLinks: number;
}

class PartsWriter {
  readonly progress: WriteProgress = { pages: 0, written: 0, audited: 0 };
  readonly audits: Promise<AuditedFile>[] = [];
  formedLinks = 0;
  readonly #options: WriteOptions;
  readonly #links: FileWriter;
  #part: FileWriter | undefined;

  constructor(options: WriteOptions) {
    this.#options = options;
    this.#links = openFile(join(options.folder, LINKS_FILE));
  }

  /** True when a file was closed. */
  take(event: BuildEvent): boolean {
    switch (event.type) {
      case 'bytes':
        this.#part?.write(event.bytes);
        this.progress.pages = event.pages;
        return false;
      case 'link':
        this.#links.writeText(`${event.html}\n`);
        this.formedLinks += 1;
        return false;
      case 'file-start':
        this.#part = openFile(join(this.#options.folder, event.name));
        return false;
      case 'file-end':
        this.#part?.close();
        this.progress.written += 1;
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
    const { folder, pool, audit, onProgress } = this.#options;
    const audited = pool.audit({ ...audit, file, path: join(folder, file) }, bytes);
    const report = () => {
      this.progress.audited += 1;
      onProgress(this.progress);
    };
    // A refusal is heard where all audits are awaited.
    audited.then(report, () => {});
    this.audits.push(audited);
  }
}

/** Throws what the file system throws; the caller removes the folder then. */
export async function writeParts(layout: Layout, options: WriteOptions): Promise<WrittenParts> {
  const writer = new PartsWriter(options);
  try {
    let breathedAt = performance.now();
    for (const event of buildParts(layout)) {
      if (writer.take(event)) await options.pool.keepUp();
      if (performance.now() - breathedAt < BREATH_MS) continue;
      options.onProgress(writer.progress);
      await setImmediate();
      breathedAt = performance.now();
    }
  } finally {
    writer.close();
  }
  options.pool.finish();
  return { audited: await Promise.all(writer.audits), formedLinks: writer.formedLinks };
}
