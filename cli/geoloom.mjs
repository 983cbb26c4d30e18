#!/usr/bin/env node
// Starts the command line with a Node that runs TypeScript directly. If npm runs an older Node, the one that is
// installed with the packages is started instead, with the same terminal, signals and exit code. Plain JavaScript
// without dependencies, because it must run anywhere.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findInstalledNode } from './installed-node.mjs';

const MIN_MAJOR = 24;
const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP'];

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const start = join(root, 'cli', 'start.mjs');

function stop(text) {
  process.stderr.write(`${text}\n`);
  process.exit(1);
}

/** Runs the command with another Node and exits with its exit code. */
function runWith(node) {
  const child = spawn(node, [start, ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of FORWARDED) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => stop(`Couldn't start ${node}: ${error.message}`));
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
}

if (!existsSync(join(root, 'node_modules', 'commander'))) {
  stop(`The packages are not installed yet. Run "npm ci" (or "npm start") in ${root} first.`);
} else if (Number.parseInt(process.versions.node, 10) >= MIN_MAJOR) {
  await import('./start.mjs');
} else {
  const node = findInstalledNode(root);
  if (node) runWith(node);
  else {
    stop(
      `Geoloom needs Node ${MIN_MAJOR} or newer; this is ${process.version}, and no newer one is installed ` +
        `with the packages. Run "npm ci" (or "npm start") in ${root}, or install Node ${MIN_MAJOR}.`,
    );
  }
}
