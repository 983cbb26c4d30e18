/**
 * Checks that each CSS class in use is defined, and that each defined class is used. The compiler checks
 * neither.
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const IMPORT = /import (\w+) from '([^']+\.module\.css)';/g;

function listClasses(file: string): Set<string> {
  const css = readFileSync(file, 'utf8').replaceAll(/\/\*.*?\*\/|:global\([^)]*\)|url\([^)]*\)/gs, '');
  return new Set([...css.matchAll(/\.([A-Za-z]\w*)/g)].flatMap(([, name]) => name ?? []));
}

test('components and styles name the same classes', () => {
  const named = new Map<string, Set<string>>();
  for (const file of globSync('web/**/*.{ts,tsx}')) {
    const code = readFileSync(file, 'utf8');
    for (const [, alias = '', path = ''] of code.matchAll(IMPORT)) {
      const css = path.startsWith('#') ? path.slice(1) : join(dirname(file), path);
      const names = [...code.matchAll(new RegExp(`(?<![-\\w])${alias}\\.(?!module)(\\w+)`, 'g'))].flatMap(
        ([, name]) => name ?? [],
      );
      named.set(css, (named.get(css) ?? new Set()).union(new Set(names)));
    }
  }
  const theme = readFileSync('web/app/theme.ts', 'utf8');
  named.set('web/app/controls.module.css', new Set(theme.match(/(?<=controls\.)(?!module)\w+/g)));
  const faults = [...named].flatMap(([css, names]) => [
    ...[...names.difference(listClasses(css))].map((name) => `${css} lacks .${name}`),
    ...[...listClasses(css).difference(names)].map((name) => `${css} has .${name} for nothing`),
  ]);
  expect(faults).toEqual([]);
});
