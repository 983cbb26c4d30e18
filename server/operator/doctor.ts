/** `geoloom doctor`: checks everything that a server needs. Only writes one small file and deletes it. */
import { accessSync, constants, existsSync, statfsSync } from 'node:fs';
import { type Config, ConfigError } from '../config.ts';
import { type Check, fail, ok, runCheck, warn } from './check.ts';
import { checkDatabase } from './check-database.ts';
import { checkOutside, type OutsideOptions } from './check-outside.ts';
import { toMegabytes } from './copy-files.ts';
import { findServingFaults, loadSettings } from './settings.ts';

export type { Check } from './check.ts';

const MIN_NODE = 24;
const WARN_BYTES = 1_000_000_000;
/** Below this, uploads are rejected. */
const FAIL_BYTES = 200_000_000;

export async function* examine(options: OutsideOptions): AsyncGenerator<Check> {
  yield checkNode();
  let config: Config;
  try {
    config = loadSettings();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const line of error.lines) yield { name: 'Settings', ...fail(line) };
    yield { name: 'Other checks', state: 'skipped', text: 'Not run until the settings are valid.' };
    return;
  }
  yield* checkServing(config);
  yield runCheck('Data folder', async () => checkFolder(config));
  yield* checkDatabase(config);
  yield* checkOutside(config, options);
}

/** Skips the requirements of production for a trial on one machine. */
function* checkServing({ publicUrl, databaseUrl }: Config): Generator<Check> {
  const isTrying = publicUrl === undefined && databaseUrl === undefined;
  const faults = isTrying ? [] : findServingFaults();
  for (const fault of faults) yield { name: 'Settings of npm run serve', ...warn(fault) };
  if (faults.length === 0) yield { name: 'Settings', ...ok('All are valid.') };
}

function checkNode(): Check {
  const { version } = process;
  const isGood = Number.parseInt(version.slice(1), 10) >= MIN_NODE;
  return {
    name: 'Node',
    ...(isGood ? ok(version) : fail(`${version} is too old. Install Node ${MIN_NODE}.`)),
  };
}

function checkFolder({ dataFolder }: Config) {
  if (!existsSync(dataFolder))
    return warn(`${dataFolder} doesn’t exist yet. The first start of the server creates it.`);
  accessSync(dataFolder, constants.R_OK | constants.W_OK | constants.X_OK);
  const { bavail, bsize } = statfsSync(dataFolder);
  const text = `${dataFolder} is writable and has ${toMegabytes(bavail * bsize)} MB free.`;
  if (bavail * bsize < FAIL_BYTES)
    return fail(`${text} Below ${toMegabytes(FAIL_BYTES)} MB, uploads are refused. Free some space.`);
  return bavail * bsize < WARN_BYTES ? warn(`${text} Free some space soon.`) : ok(text);
}
