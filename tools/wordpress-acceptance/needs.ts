/** Says beforehand what the machine lacks, all of it at once, each with what to do. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Options } from './options.ts';

const COMMANDS: Record<string, string> = {
  bash: 'install bash',
  flock: 'install util-linux',
  npm: 'install npm',
  php: 'install php-cli 8 (Debian: php-cli)',
};

const PHP_MODULES: Record<string, string> = {
  dom: 'php-xml',
  SimpleXML: 'php-xml',
  xmlreader: 'php-xml',
  mbstring: 'php-mbstring',
  gd: 'php-gd',
};

const DATABASE_MODULES = {
  sqlite: ['pdo_sqlite', 'php-sqlite3'],
  mariadb: ['mysqli', 'php-mysql'],
} as const;

/** Sentences for the reader; an empty list means that the runs can begin. */
export function listMissing(options: Options): string[] {
  return [...missingFiles(options), ...missingCommands(options), ...missingModules(options)];
}

function missingFiles(options: Options): string[] {
  const missing: string[] = [];
  for (const file of ['import.sh', 'setup.sh', 'lib/env.sh']) {
    if (existsSync(join(options.harness, file))) continue;
    missing.push(`${options.harness} has no ${file}: give the WordPress import harness with --harness DIR`);
  }
  if (options.seeds.length === 0)
    missing.push('no seed found: give the folder of the exports with --seeds DIR');
  if (options.sheets.includes('ordinary') && !existsSync(options.rows)) {
    missing.push(`no sheet at ${options.rows}: give one with --rows FILE`);
  }
  return missing;
}

function missingCommands(options: Options): string[] {
  const needed = { ...COMMANDS };
  if (!existsSync(join(options.wordpress, 'wp/wp-settings.php'))) needed.unzip = 'install unzip';
  return Object.entries(needed)
    .filter(([command]) => !hasCommand(command))
    .map(([command, remedy]) => `no command ${command}: ${remedy}`);
}

export function hasCommand(command: string): boolean {
  return spawnSync('sh', ['-c', 'command -v "$1"', 'sh', command]).status === 0;
}

function missingModules(options: Options): string[] {
  if (!hasCommand('php')) return [];
  const have = spawnSync('php', ['-m'], { encoding: 'utf8' }).stdout.toLowerCase().split(/\s+/);
  const needed = Object.entries(PHP_MODULES);
  for (const name of options.databases) {
    const [module, remedy] = DATABASE_MODULES[name];
    if (name === 'sqlite' || options.mustHaveDatabases) needed.push([module, remedy]);
  }
  return needed
    .filter(([module]) => !have.includes(module.toLowerCase()))
    .map(([module, remedy]) => `php lacks its module ${module}: install it (Debian: ${remedy})`);
}
