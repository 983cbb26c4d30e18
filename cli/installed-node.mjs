// The one place that knows where npm puts the Node that comes with the packages. Its link in `.bin` is no
// program on Windows but a script for the shell, so the package's own folder is asked. Plain JavaScript
// without dependencies, because it runs first, under an older Node.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The program's name on this system. */
export const NODE_NAME = process.platform === 'win32' ? 'node.exe' : 'node';

/**
 * The Node that npm installed beside the other packages, where there is one for this machine.
 * @param {string} root the folder of package.json
 * @returns {string | undefined}
 */
export function findInstalledNode(root) {
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const path = join(root, 'node_modules', `node-${system}-${process.arch}`, 'bin', NODE_NAME);
  return existsSync(path) ? path : undefined;
}
