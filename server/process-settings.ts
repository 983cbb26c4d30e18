/**
 * Settings that a process reads when it begins, so Linux gets the program once more with them. Imported before anything
 * else, because nothing of the first process remains.
 */
import { availableParallelism } from 'node:os';
import process, { argv, env, execArgv, execPath } from 'node:process';

/** How much freed memory the C library may keep: its default, which to name keeps it from raising it by itself. */
const TRIM = 'MALLOC_TRIM_THRESHOLD_';
const TRIM_BYTES = 131_072;
/**
 * Threads that collect garbage, also that of runs, before whom requests go: with Node's four on two cores, requests wait for
 * them.
 */
const HELPERS = Math.max(1, Math.min(4, availableParallelism() - 1));
/**
 * V8 makes objects old at once where it saw many of their kind live long, as all do while a program begins. Those of an
 * answer keep all of the answer in memory then, until garbage is collected as a whole: longer pauses for the young ones.
 */
const YOUNG = '--no-allocation-site-pretenuring';

// A parent that talks with this process, as `node --watch` does, would lose its line to it.
const isReplaceable = process.platform === 'linux' && process.send === undefined;
if (isReplaceable && env[TRIM] === undefined) {
  const flags = [`--v8-pool-size=${HELPERS}`, YOUNG, ...execArgv];
  process.execve?.(execPath, [...argv.slice(0, 1), ...flags, ...argv.slice(1)], {
    ...env,
    [TRIM]: String(TRIM_BYTES),
  });
}
