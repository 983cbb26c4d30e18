/** A process of its own that uses the database until it is killed; what it says on a line is known to the parent. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What a script may use without a word, and where it comes from. */
const SOURCES = {
  sql: 'kysely',
  openDatabase: '#server/db/open.ts',
  migrate: '#server/db/migrate.ts',
  takeLock: '#server/db/lock.ts',
  openQueueWith: '#server/jobs/queue.ts',
};

/** What every script begins with: `say(text)` tells the parent, `hang()` stays until the end. */
const PRELUDE = `
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

/** Only what it names is loaded: tests start dozens of them. */
function writeImports(script: string): string {
  const used = Object.entries(SOURCES).filter(([name]) => script.includes(name));
  return used.map(([name, source]) => `import { ${name} } from '${source}';`).join('\n');
}

/**
 * Starts a script under the same Node.
 * @param argument reaches the script as `argument`
 * @param whenFinished of the test's own context where tests run side by side
 */
export function startChild(
  script: string,
  argument: string,
  whenFinished: (end: () => Promise<void>) => void = onTestFinished,
): Child {
  const text = writeImports(script) + PRELUDE + script;
  const child: ChildProcess = spawn(process.execPath, ['--input-type=module', '-e', text, argument], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
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
  whenFinished(kill);
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
