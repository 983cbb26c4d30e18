/**
 * Finds built scripts that import each other. The bundler can create such cycles when it moves modules between
 * files; the first script would then use values that the other has not defined yet, and no page would open.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const IMPORTED = /(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g;

/**
 * @param folder of the built scripts
 * @returns one line for each script that imports itself through others
 */
export function findScriptCycles(folder: string): string[] {
  const names = globSync('*.js', { cwd: folder }).toSorted();
  const imports = new Map(
    names.map((name) => {
      const text = readFileSync(join(folder, name), 'utf8');
      return [name, [...text.matchAll(IMPORTED)].flatMap(([, imported]) => imported ?? [])];
    }),
  );
  return names.flatMap((name) => {
    const reached = new Set(imports.get(name));
    for (const each of reached) for (const next of imports.get(each) ?? []) reached.add(next);
    if (!reached.has(name)) return [];
    return [`${name} imports itself through other scripts: change nameShared in vite.config.ts`];
  });
}
