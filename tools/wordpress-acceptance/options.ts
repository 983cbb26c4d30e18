/** The command line of this script: what may be given, and what stands in when it is not. */
import { existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

export const USAGE = `Imports what geoloom builds into a real WordPress and compares every page with the sheet.

  node tools/wordpress-acceptance/main.ts [options]

  --harness DIR     the WordPress import harness, with import.sh and setup.sh
                    [GEOLOOM_WORDPRESS_IMPORT, else ../shared/wordpress-import]
  --wordpress DIR   where the harness keeps its WordPress; fetched there once [a folder of the system's temp]
  --seeds DIR       exports to build from, besides our own [../shared/seeds/wordpress]
  --rows FILE       a sheet of ordinary rows [../shared/seeds/rows-500.csv]
  --strings FILE    a JSON list of strings for the hostile sheet [../shared/corpora/naughty-strings.json]
  --seed NAME       only this seed (may be repeated)
  --sheet NAME      only this sheet: ordinary or hostile (may be repeated)
  --database NAME   only this database: sqlite or mariadb (may be repeated)
  --again           also import every file a second time: only "already exists" may be said
  --xmlprocessor    also import with the importer's other XML parser
  --keep DIR        keep sheets, parts and reports there

MariaDB: WP_DB_HOST, WP_DB_NAME, WP_DB_USER and WP_DB_PASSWORD name a database that MAY BE EMPTIED; without
them a throw-away server is started when mariadbd is installed, and the runs are left out when it is not.
Exit: 0 everything arrived, 1 something did not, 2 something is missing.`;

export const SHEETS = ['ordinary', 'hostile'] as const;
export const DATABASES = ['sqlite', 'mariadb'] as const;
export type SheetName = (typeof SHEETS)[number];
export type DatabaseName = (typeof DATABASES)[number];

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Options {
  harness: string;
  wordpress: string;
  rows: string;
  strings: string;
  /** Seed files, full path. */
  seeds: string[];
  sheets: readonly SheetName[];
  databases: readonly DatabaseName[];
  /** The databases were named: one that is not there is then a fault. */
  mustHaveDatabases: boolean;
  again: boolean;
  xmlprocessor: boolean;
  keep: string | undefined;
  /** The environment: a database may be named in it, and other programs need it. */
  env: Environment;
}

/** A seed with the places that real exports seldom have; it is always tried too. */
const OWN_SEEDS = join(import.meta.dirname, 'seeds');
const SHARED = resolve(import.meta.dirname, '../../../shared');

/** Reads the arguments; undefined means that help was asked for. Throws a plain sentence on bad ones. */
export function readOptions(args: string[], env: Environment): Options | undefined {
  const { values } = parseArgs({
    args,
    options: {
      harness: { type: 'string' },
      wordpress: { type: 'string' },
      seeds: { type: 'string' },
      rows: { type: 'string' },
      strings: { type: 'string' },
      seed: { type: 'string', multiple: true },
      sheet: { type: 'string', multiple: true },
      database: { type: 'string', multiple: true },
      again: { type: 'boolean' },
      xmlprocessor: { type: 'boolean' },
      keep: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help === true) return undefined;
  const harness = values.harness ?? env.GEOLOOM_WORDPRESS_IMPORT ?? join(SHARED, 'wordpress-import');
  return {
    harness: resolve(harness),
    wordpress: resolve(values.wordpress ?? join(tmpdir(), 'geoloom-wordpress')),
    rows: resolve(values.rows ?? join(SHARED, 'seeds/rows-500.csv')),
    strings: resolve(values.strings ?? join(SHARED, 'corpora/naughty-strings.json')),
    seeds: listSeeds(
      [values.seeds ?? join(SHARED, 'seeds/wordpress'), OWN_SEEDS].map((folder) => resolve(folder)),
      values.seed,
    ),
    sheets: pickNames(SHEETS, values.sheet),
    databases: pickNames(DATABASES, values.database),
    mustHaveDatabases: values.database !== undefined,
    again: values.again === true,
    xmlprocessor: values.xmlprocessor === true,
    keep: values.keep === undefined ? undefined : resolve(values.keep),
    env,
  };
}

function listSeeds(folders: readonly string[], wanted: readonly string[] | undefined): string[] {
  const files = folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((file) => join(folder, file)))
    .filter((file) => file.endsWith('.xml'));
  return files.filter((file) => wanted?.includes(basename(file, '.xml')) ?? true).toSorted();
}

function pickNames<Name extends string>(all: readonly Name[], wanted: readonly string[] | undefined): Name[] {
  for (const name of wanted ?? []) {
    if (!all.some((known) => known === name)) throw new Error(`${name} is none of: ${all.join(', ')}`);
  }
  return all.filter((name) => wanted?.includes(name) ?? true);
}
