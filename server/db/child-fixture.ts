/** A process of its own that uses the database until it is killed; what it says on a line is known to the parent. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What every script begins with: `say(text)` tells the parent, `hang()` stays until the end. */
const PRELUDE = `
  import { sql } from 'kysely';
  import { openDatabase } from '#server/db/open.ts';
  import { migrate } from '#server/db/migrate.ts';
  import { takeLock } from '#server/db/lock.ts';
  import { openQueueWith } from '#server/jobs/queue.ts';
  const say = (text) => process.stdout.write(text + '\\n');
  const hang = () => new Promise(() => setInterval(() => {}, 1000));
  const argument = process.argv[1];
`;

export interface Child {
  pid: number;
  /** The next line that the child says, or its last words when it ends without one. */
  hear(): Promise<string>;
  /** Ends it without a chance to tidy up, and waits until it is gone. */
  kill(): Promise<void>;
}

/**
 * Starts a script under the same Node.
 * @param argument reaches the script as `argument`
 */
export function startChild(script: string, argument: string): Child {
  const child: ChildProcess = spawn(
    process.execPath,
    ['--input-type=module', '-e', PRELUDE + script, argument],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const ended = once(child, 'exit');
  const lines: string[] = [];
  let wake = () => {};
  let errors = '';
  child.stderr?.on('data', (part) => {
    errors += part;
  });
  if (child.stdout !== null) {
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(line);
      wake();
    });
  }
  void ended.then(() => wake());
  const kill = async () => {
    if (child.exitCode === null) child.kill('SIGKILL');
    await ended;
  };
  onTestFinished(kill);
  return {
    pid: child.pid ?? 0,
    async hear() {
      while (lines.length === 0) {
        if (child.exitCode !== null || child.signalCode !== null) return errors;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      return lines.shift() ?? '';
    },
    kill,
  };
}
