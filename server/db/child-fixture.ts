/** A child process that uses the database until it is killed and reports to its parent line by line. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Names available to scripts, with their modules. */
const SOURCES = {
  sql: 'kysely',
  openDatabase: '#server/db/open.ts',
  migrate: '#server/db/migrate.ts',
  takeLock: '#server/db/lock.ts',
  openQueueWith: '#server/jobs/queue.ts',
};

/** Prefix of all scripts: `say(text)` reports to the parent, `hang()` never resolves. */
const PRELUDE = `
  const say = (text) => process.stdout.write(text + '\\n');
  const hang = () => new Promise(() => setInterval(() => {}, 1000));
  const argument = process.argv[1];
`;

export interface Child {
  pid: number;
  /** Returns the next line of the child, or its last output if it exits. */
  readLine(): Promise<string>;
  /** Kills the child without cleanup, and waits for its exit. */
  kill(): Promise<void>;
}

/** Imports only the modules that the script uses, because tests start dozens of children. */
function writeImports(script: string): string {
  const used = Object.entries(SOURCES).filter(([name]) => script.includes(name));
  return used.map(([name, source]) => `import { ${name} } from '${source}';`).join('\n');
}

/**
 * Starts a script with the same version of Node.
 * @param argument is available as `argument` in the script
 * @param whenFinished from the test's context, for concurrent tests
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
    async readLine() {
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
