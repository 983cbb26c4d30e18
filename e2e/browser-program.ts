/**
 * Finds a Chromium for the journeys: an installed one, otherwise that of the npm package @sparticuz/chromium, which is
 * unpacked once into .cache with its libraries and fonts.
 */
import { execFileSync } from 'node:child_process';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

export interface BrowserProgram {
  executablePath: string;
  /** Environment variables for the program. */
  env: Record<string, string>;
  source: 'the PATH' | '@sparticuz/chromium';
}

/** @throws with instructions if no Chromium is found or can be unpacked */
export async function findBrowserProgram(): Promise<BrowserProgram> {
  const env = Object.fromEntries(Object.entries(process.env).map(([name, value]) => [name, value ?? '']));
  const installed = findOnPath();
  if (installed !== undefined) return { executablePath: installed, env, source: 'the PATH' };
  const folder = await unpack();
  return {
    executablePath: join(folder, 'chromium'),
    env: {
      ...env,
      LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
    },
    source: '@sparticuz/chromium',
  };
}

/** Returns name, version and origin of the program: "Chromium 150.0.7871.100, from the PATH". */
export function describeBrowser({ executablePath, env, source }: BrowserProgram): string {
  // A wrapper script may print warnings to stderr.
  const stdio: ['ignore', 'pipe', 'ignore'] = ['ignore', 'pipe', 'ignore'];
  const output = execFileSync(executablePath, ['--version', '--no-sandbox'], {
    env,
    stdio,
    encoding: 'utf8',
  });
  const [name = output.trim()] = /^\D*[\d.]+/.exec(output) ?? [];
  return `${name}, from ${source}`;
}

function findOnPath(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Unpacks into a temporary folder and renames it, so that an incomplete copy is never used. */
async function unpack(): Promise<string> {
  const manifest = join(root, 'node_modules', '@sparticuz', 'chromium', 'package.json');
  if (!existsSync(manifest) || process.arch !== 'x64' || process.platform !== 'linux') {
    throw new Error(
      'There is no browser for the journeys. Install Chromium so that `chromium` is on the PATH.',
    );
  }
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  const folder = join(root, '.cache', `chromium-${version}`);
  if (existsSync(folder)) return folder;
  const partial = `${folder}.partial-${process.pid}`;
  mkdirSync(partial, { recursive: true });
  await withEnvironment(
    // The package unpacks its libraries only on AWS Lambda, which these variables simulate.
    { TMPDIR: partial, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
    async () => {
      const { default: chromium } = await import('@sparticuz/chromium');
      await chromium.executablePath();
    },
  );
  writeFileSync(join(partial, 'fonts.conf'), describeFonts(folder));
  try {
    renameSync(partial, folder);
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    // Another process was faster.
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

async function withEnvironment(changes: Record<string, string>, act: () => Promise<void>): Promise<void> {
  const before = { ...process.env };
  Object.assign(process.env, changes);
  try {
    await act();
  } finally {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
  }
}

function describeFonts(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir>${join(folder, 'fonts', 'fonts')}</dir>
  <cachedir>${join(folder, 'fonts-cache')}</cachedir>
</fontconfig>
`;
}
