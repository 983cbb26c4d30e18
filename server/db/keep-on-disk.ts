/**
 * PGlite never calls fsync: what it wrote survives the end of the process, not the end of the power.
 * So once a second, when its log has grown, the whole file system is flushed by `sync -f` in a small
 * shell beside us. Where there is no such command, the log's files alone are flushed.
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

const EVERY_MS = 1_000;
const SHELL_LOOP = 'while read -r line; do sync -f "$0" && echo done || echo failed; done';

interface Disk {
  /** Flushes what is left and ends. */
  stop(): Promise<void>;
}

/**
 * @param folder the data folder of PGlite
 * @param everyMs how often its log is looked at
 */
export function keepOnDisk(folder: string, everyMs: number = EVERY_MS): Disk {
  const log = join(folder, 'pg_wal');
  const flush =
    process.platform === 'linux' ? createSyncShell(folder) : { run: () => flushFiles(log), end() {} };
  let seen = '';
  let running: Promise<void> | undefined;

  async function flushIfGrown(): Promise<void> {
    const state = await describeLog(log);
    if (state === seen) return;
    await flush.run();
    seen = state;
  }

  const timer = setInterval(() => {
    running ??= flushIfGrown()
      .catch(() => {})
      .finally(() => {
        running = undefined;
      });
  }, everyMs);
  timer.unref();

  return {
    async stop() {
      clearInterval(timer);
      await running;
      await flushIfGrown().catch(() => {});
      flush.end();
    },
  };
}

/** Names and times of the log's files: PostgreSQL writes there before anywhere else. */
async function describeLog(log: string): Promise<string> {
  const names = await readdir(log);
  const times = await Promise.all(
    names.map(async (name) => `${name} ${(await stat(join(log, name))).mtimeMs}`),
  );
  return times.join('\n');
}

async function flushFiles(log: string): Promise<void> {
  for (const entry of await readdir(log, { withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = await open(join(log, entry.name), 'r+');
    try {
      await file.datasync();
    } finally {
      await file.close();
    }
  }
}

/** A process of half our size of memory is not forked each second: the shell is started once and told when. */
function createSyncShell(folder: string): { run(): Promise<void>; end(): void } {
  let shell: ChildProcessWithoutNullStreams | undefined;
  function start(): ChildProcessWithoutNullStreams {
    // Apart from our group: Ctrl-C is for us, and the shell ends with its input.
    const child = spawn('sh', ['-c', SHELL_LOOP, folder], { detached: true });
    child.on('error', () => {});
    child.stdin.on('error', () => {});
    child.once('exit', () => {
      shell = undefined;
    });
    child.unref();
    return child;
  }
  return {
    run() {
      shell ??= start();
      const child = shell;
      return new Promise((resolve, reject) => {
        const done = () => {
          child.off('exit', fail);
          resolve();
        };
        const fail = () => {
          child.stdout.off('data', done);
          reject(new Error('sync could not be run'));
        };
        child.stdout.once('data', done);
        child.once('exit', fail);
        child.stdin.write('now\n');
      });
    },
    end() {
      shell?.stdin.end();
    },
  };
}
