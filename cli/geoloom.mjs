#!/usr/bin/env node
// Starts the command line under a Node that runs TypeScript directly. npm may run under an older
// Node: then the one that was installed with the packages takes over, with the same terminal,
// signals and exit code. Plain JavaScript without dependencies, because it must run anywhere.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findInstalledNode } from './installed-node.mjs';

const WANTED_MAJOR = 24;
const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP'];

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const start = join(root, 'cli', 'start.mjs');

function stop(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

/** Hands over to another Node and ends as it ends. */
function handOver(node) {
  const child = spawn(node, [start, ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of FORWARDED) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => stop(`${node} does not start: ${error.message}`));
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)));
}

if (!existsSync(join(root, 'node_modules', 'commander'))) {
  stop(`The packages are not installed yet. Run "npm ci" (or "npm start") in ${root} first.`);
} else if (Number.parseInt(process.versions.node, 10) >= WANTED_MAJOR) {
  await import('./start.mjs');
} else {
  const node = findInstalledNode(root);
  if (node) handOver(node);
  else {
    stop(
      `Geoloom needs Node ${WANTED_MAJOR} or newer; this is ${process.version}, and no newer one is installed ` +
        `with the packages. Run "npm ci" (or "npm start") in ${root}, or install Node ${WANTED_MAJOR}.`,
    );
  }
}
