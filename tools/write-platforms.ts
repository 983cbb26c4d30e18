/**
 * Writes contract/platforms.ts and contract/platform-guides.ts from the engine's registry of platforms:
 * browser, server and command line read them without the engine. `--check` compares them instead.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PLATFORMS } from '#engine/platforms/registry.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const BIOME = join(ROOT, 'node_modules/.bin/biome');
const HEADER = '// Written by tools/write-platforms.ts from engine/platforms/registry.ts.\n';

const acceptsDraft = (status?: { accepts: object | string }): boolean =>
  typeof status?.accepts === 'object' && 'draft' in status.accepts;

function writePlatforms(): string {
  const platforms = PLATFORMS.map(
    ({ id, name, extension, hasSiteUrl, offered, hasTemplateTags, steering }) => ({
      id,
      name,
      extension,
      hasSiteUrl,
      offered,
      hasTemplateTags,
      publishesByDate: steering.schedules,
      importsDrafts: acceptsDraft(steering.columns.page_status) || undefined,
      writesNoindex: steering.columns.page_noindex && true,
    }),
  );
  return `/** The platforms of projects. */

export type PlatformId = ${PLATFORMS.map(({ id }) => `'${id}'`).join(' | ')};

export interface Platform {
  /** Lowercase; also the type of its projects. */
  id: PlatformId;
  /** The name of the product. */
  name: string;
  /** Extension of seeds and parts. */
  extension: 'xml' | 'csv';
  /** The project has a site URL, because the files name no site. */
  hasSiteUrl?: true;
  /**
   * In the type switcher of the project form and on the first row of Select Project Type, only on that row, or under
   * "More platforms".
   */
  offered: 'switcher' | 'select' | 'more';
  /** The site renders tags of a template language in the content; previews label them instead of shortcodes. */
  hasTemplateTags?: true;
  /** Its importer publishes a page with a future date on that date. */
  publishesByDate?: true;
  /** Pages can be imported as drafts. */
  importsDrafts?: true;
  /** Pages can be imported with noindex. */
  writesNoindex?: true;
}

/** In display order. */
export const PLATFORMS: readonly Platform[] = ${JSON.stringify(platforms)};

/** The platform of a project without a type. */
export const DEFAULT_PLATFORM: PlatformId = 'wordpress';
`;
}

/** Constants for each part of the guides, so that a page of the browser loads only what it shows. */
function writeGuides(): string {
  const write = (name: string, type: string, pick: (guide: (typeof PLATFORMS)[number]['guide']) => unknown) =>
    `export const ${name}: Readonly<Record<PlatformId, ${type}>> = ${JSON.stringify(
      Object.fromEntries(PLATFORMS.map(({ id, guide }) => [id, pick(guide)])),
    )};\n`;
  return `/** Texts about the platforms, with \`*strong*\` and \`\` \`code\` \`\` as in Markdown. */
import type { PlatformId } from './platforms.ts';

/** A step of an import; \`{files}\` is a placeholder. */
export interface GuideStep {
  text: string;
  /** Replaces \`text\` for several files. */
  many?: string;
  /** Replaces this step for pages with featured images; \`{images}\` and \`{one}\` are placeholders. */
  featured?: { text: string; many?: string };
  /** The step concerns the plugin or theme that adds the type of the pages. */
  isAboutType?: true;
}

/** The cards on Select Project Type. */
${write('PLATFORM_CARDS', '{ kinds: string; bring: string; get: string }', ({ card }) => card)}
/** The seed field of the project form: below its heading, and in the empty drop area. */
${write('SEED_FIELDS', '{ hint: string; drop: string }', ({ seedField }) => seedField)}
/** Seeds to download, in examples/. */
${write('SAMPLE_SEEDS', '{ file: string; bytes: number }', ({ sample }) => ({
  file: sample,
  bytes: statSync(join(ROOT, 'examples', sample)).size,
}))}
${write('EXPORT_GUIDES', 'string', ({ exportSteps }) => exportSteps)}
${write('IMPORT_GUIDES', '{ steps: readonly GuideStep[]; tables?: string }', (guide) => ({
  steps: guide.importSteps,
  tables: guide.importTables,
}))}
/** \`IMPORT.md\`: steps before and after the list of files, the result of a second import, the text before the list of tables. */
${write(
  'IMPORT_FILES',
  '{ before: readonly string[]; after: readonly GuideStep[]; again: string; tables?: string }',
  ({ importFile }) => importFile,
)}`;
}

const FILES: readonly { file: string; write: () => string }[] = [
  { file: 'contract/platforms.ts', write: writePlatforms },
  { file: 'contract/platform-guides.ts', write: writeGuides },
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
