/** Runs the server and Vite's development server; both reload when a source changes. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const server = ['--watch', '--watch-preserve-output', 'sim/start.ts'];
const web = ['node_modules/vite/bin/vite.js', '--config', 'vite.config.ts'];

const children = [server, web].map((args) => spawn(process.execPath, args, { cwd: root, stdio: 'inherit' }));

function stopAll(): void {
  for (const child of children) child.kill('SIGTERM');
}

for (const child of children) {
  child.on('exit', (code) => {
    process.exitCode ??= code ?? 0;
    stopAll();
  });
}
process.on('SIGINT', stopAll);
process.on('SIGTERM', stopAll);
