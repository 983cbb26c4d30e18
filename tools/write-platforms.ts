/**
 * Writes contract/platforms.ts from the engine's registry of platforms: browser and server read it without
 * the engine. `--check` compares it instead.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PLATFORMS } from '#engine/platforms/registry.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const BIOME = join(ROOT, 'node_modules/.bin/biome');
const HEADER = '// Written by tools/write-platforms.ts from engine/platforms/registry.ts.\n';

function writePlatforms(): string {
  const platforms = PLATFORMS.map(({ id, name, extension, hasSiteUrl = false, offered }) => ({
    id,
    name,
    extension,
    hasSiteUrl,
    offered,
  }));
  return `/** The platforms in the order in which they are offered. */
export const PLATFORMS = ${JSON.stringify(platforms)} as const satisfies readonly {
  /** In lower case: the type of its projects. */
  id: string;
  /** The name of the product. */
  name: string;
  /** Extension of the files that go in and come out. */
  extension: 'xml' | 'csv';
  /** A file names no site, so a project may. */
  hasSiteUrl: boolean;
  /**
   * In the type switcher of the project form as well, only on the first row of Select Project Type, or under
   * "More platforms".
   */
  offered: 'switcher' | 'select' | 'more';
}[];

export type PlatformId = (typeof PLATFORMS)[number]['id'];

/** The platform of a project that names none. */
export const DEFAULT_PLATFORM: PlatformId = 'wordpress';
`;
}

const FILES: readonly { file: string; write: () => string }[] = [
  { file: 'contract/platforms.ts', write: writePlatforms },
];

function format(file: string, text: string): string {
  return execFileSync(BIOME, ['format', `--stdin-file-path=${file}`], {
    cwd: ROOT,
    input: HEADER + text,
    encoding: 'utf8',
  });
}

for (const { file, write } of FILES) {
  const path = join(ROOT, file);
  const text = format(file, write());
  if (!process.argv.includes('--check')) writeFileSync(path, text);
  else if (readFileSync(path, 'utf8') !== text) {
    console.error(`${file} differs from the registry. Run: node tools/write-platforms.ts`);
    process.exitCode = 1;
  }
}
