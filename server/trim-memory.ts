/**
 * Lets a process return freed memory to the system: the C library reads how much it may keep when a process begins,
 * so Linux gets the program once more with that setting. Imported before anything else, because nothing of the
 * first process remains.
 */
import process, { argv, env, execArgv, execPath } from 'node:process';

const TRIM = 'MALLOC_TRIM_THRESHOLD_';
/** The default of glibc; to name it keeps glibc from raising it with each large block. */
const TRIM_BYTES = 131_072;

// A parent that talks with this process, as `node --watch` does, would lose its line to it.
const isReplaceable = process.platform === 'linux' && process.send === undefined;
if (isReplaceable && env[TRIM] === undefined) {
  process.execve?.(execPath, [...argv.slice(0, 1), ...execArgv, ...argv.slice(1)], {
    ...env,
    [TRIM]: String(TRIM_BYTES),
  });
}
