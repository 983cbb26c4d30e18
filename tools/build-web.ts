/**
 * Builds the web application if a source changed since the last build (always with --force), and writes compressed
 * copies of text files for the server. With --force it fails if scripts exceed their size limits, import each
 * other, lack styles or are missing from NOTICE; without it, it only reports that.
 */
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { build } from 'vite';
import { findStyleFaults } from './kit-styles.ts';
import { findScriptCycles } from './script-cycles.ts';
import { findNoticeFaults, listPackages } from './web-notice.ts';
import { findWeightFaults, measureWeb } from './web-weight.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'));
const outFolder = join(root, 'dist', 'web');
const stampFile = join(outFolder, '.stamp');
const SOURCES = ['web/**/*', 'contract/**/*.ts', 'package-lock.json', 'vite.config.ts'];
const TEXTS = new Set(['.js', '.css', '.svg', '.json', '.txt', '.webmanifest']);

function hashSources(): string {
  const hash = createHash('sha256');
  hash.update(process.env['VITE_API_BASE'] ?? '').update('\0');
  for (const file of globSync(SOURCES, { cwd: root, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )) {
    const path = join(file.parentPath, file.name);
    hash.update(path.slice(root.length)).update('\0').update(readFileSync(path)).update('\0');
  }
  return hash.digest('hex');
}

function readStamp(): string | undefined {
  try {
    return readFileSync(stampFile, 'utf8');
  } catch {
    return undefined;
  }
}

function compressTexts(): void {
  for (const name of globSync('**/*', { cwd: outFolder })) {
    if (!TEXTS.has(extname(name))) continue;
    const path = join(outFolder, name);
    const bytes = readFileSync(path);
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }));
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
  }
}

/** Lists the paths of the modules in a build. */
function listModules(result: Awaited<ReturnType<typeof build>>): string[] {
  const outputs = 'output' in result ? [result] : Array.isArray(result) ? result : [];
  return outputs.flatMap(({ output }) =>
    output.flatMap((file) => (file.type === 'chunk' ? Object.keys(file.modules) : [])),
  );
}

async function buildWeb(): Promise<void> {
  // Under a test runner, React's development build would be included, which is half as large again.
  process.env.NODE_ENV = 'production';
  const { build } = await import('vite');
  let modules: string[];
  try {
    modules = listModules(await build({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn' }));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
    return;
  }
  compressTexts();
  const kitStyles = readFileSync(join(root, 'web/app/kit.css'), 'utf8');
  const faults = [
    ...findWeightFaults(measureWeb(outFolder)),
    ...findStyleFaults(modules, kitStyles),
    ...findScriptCycles(join(outFolder, 'assets')),
    ...findNoticeFaults(listPackages(modules), readFileSync(join(root, 'NOTICE'), 'utf8')),
  ];
  for (const fault of faults) console.error(fault);
  if (faults.length > 0 && isForced) process.exitCode = 1;
  writeFileSync(stampFile, wanted);
}

const isForced = process.argv.includes('--force');
const wanted = hashSources();
if (isForced || readStamp() !== wanted) await buildWeb();
