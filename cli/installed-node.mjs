// Finds the Node that npm installed with the packages. On Windows, its link in `.bin` is a shell script, so the folder
// of the package is searched. Plain JavaScript without dependencies, because it runs in an older Node.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Name of the executable on this system. */
export const NODE_NAME = process.platform === 'win32' ? 'node.exe' : 'node';

/**
 * Finds the installed Node for this machine.
 * @param {string} root the folder of package.json
 * @returns {string | undefined}
 */
export function findInstalledNode(root) {
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const path = join(root, 'node_modules', `node-${system}-${process.arch}`, 'bin', NODE_NAME);
  return existsSync(path) ? path : undefined;
}
