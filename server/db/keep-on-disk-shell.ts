/**
 * Flushes a file system by `sync -f`. A process of half our size of memory is not forked each second: a
 * shell is started once and signaled.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** Answers each line with one: `done`, or what went wrong. */
const LOOP = `set -f
while read -r line; do
  if said=$(exec sync -f "$0" 2>&1); then echo done; else echo sync -f: $said; fi
done`;

interface SyncShell {
  /** Asks for one flush at a time. @throws when it did not happen */
  run(): Promise<void>;
  end(): void;
}

export function createSyncShell(folder: string): SyncShell {
  let shell: ChildProcess | undefined;
  let asked = Promise.withResolvers<void>();

  function start(): ChildProcess {
    // Apart from our group: Ctrl-C is for us, and the shell ends with its input.
    const child = spawn('sh', ['-c', LOOP, folder], { detached: true, stdio: ['pipe', 'pipe', 'ignore'] });
    child.on('error', () => {});
    if (child.pid === undefined) throw new Error('sh cannot be started');
    child.stdin.on('error', () => {});
    createInterface({ input: child.stdout }).on('line', (answer) => {
      if (answer === 'done') asked.resolve();
      else asked.reject(new Error(answer));
    });
    child.once('exit', () => {
      shell = undefined;
      asked.reject(new Error('sh has ended'));
    });
    child.unref();
    return child;
  }

  return {
    async run() {
      shell ??= start();
      asked = Promise.withResolvers();
      shell.stdin?.write('now\n');
      await asked.promise;
    },
    end: () => void shell?.stdin?.end(),
  };
}
