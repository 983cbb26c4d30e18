/**
 * Draws the diagram of the engine's folders in engine/README.md from its imports: `node tools/engine-picture.ts`
 * writes it, and a test compares it.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const README = join(ROOT, 'engine/README.md');
const PICTURE = /(?<=```mermaid\n)[^]*?(?=```)/;
const IMPORT = /^(?:import|export)\b[^;]*? from '(\.\.?\/[^']+)';/gm;

type Imports = Map<string, Set<string>>;

/** Returns `wix` for `engine/platforms/wix/wix.ts`, undefined for files at the root, which every folder may import. */
function getRoom(file: string): string | undefined {
  const [, room = '', folder = ''] = file.split('/');
  if (room === 'index.ts') return room;
  if (room.endsWith('.ts')) return undefined;
  if (room !== 'platforms') return room;
  if (folder.startsWith('platform')) return 'platform.ts';
  return folder.endsWith('.ts') ? 'registry' : folder;
}

function readImports(): Imports {
  const files = globSync('engine/**/*.ts', { cwd: ROOT }).filter(
    (file) => !/\.test\.ts$|-fixture\.ts$|\.d\.ts$/.test(file),
  );
  const imports: Imports = new Map();
  for (const file of files.toSorted()) {
    const from = getRoom(file);
    if (from === undefined) continue;
    for (const [, path = ''] of readFileSync(join(ROOT, file), 'utf8').matchAll(IMPORT)) {
      const to = getRoom(normalize(join(dirname(file), path)));
      if (to !== undefined && to !== from) imports.set(from, (imports.get(from) ?? new Set()).add(to));
    }
  }
  return imports;
}

/** Returns true if a folder imports another through others. */
function isReachedByOthers(imports: Imports, from: string, to: string): boolean {
  const seen = new Set([from]);
  const visit = (room: string): boolean => {
    if (room === to) return true;
    if (seen.has(room)) return false;
    seen.add(room);
    return [...(imports.get(room) ?? [])].some(visit);
  };
  return [...(imports.get(from) ?? [])].some((next) => next !== to && visit(next));
}

/** @returns a Mermaid graph of the imports, without arrows that follow from others */
export function drawEngine(): string {
  const imports = readImports();
  const arrows = [...imports].flatMap(([from, rooms]) =>
    [...rooms].filter((to) => !isReachedByOthers(imports, from, to)).map((to) => `  ${from} --> ${to}\n`),
  );
  return `graph TD\n${arrows.toSorted().join('')}`;
}

/** Reads the diagram of engine/README.md. */
export function readPicture(): string {
  return PICTURE.exec(readFileSync(README, 'utf8'))?.[0] ?? '';
}

if (import.meta.main) {
  writeFileSync(
    README,
    readFileSync(README, 'utf8').replace(PICTURE, () => drawEngine()),
  );
}
