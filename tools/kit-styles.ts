/**
 * Compares the Mantine components in a build with the styles in web/app/kit.css: a component without styles would
 * look broken, and nothing else detects it.
 */

const COMPONENT = /@mantine\/core\/esm\/.*\/(\w+)\.module\.mjs$/;
const STYLES = /@mantine\/core\/styles\/([A-Z]\w*)\.layer\.css/g;

/**
 * @param modules paths of the modules in the build
 * @param css text of kit.css
 * @returns one line for each component with missing or unused styles
 */
export function findStyleFaults(modules: readonly string[], css: string): string[] {
  const used = new Set(modules.flatMap((path) => COMPONENT.exec(path)?.[1] ?? []));
  const styled = new Set([...css.matchAll(STYLES)].flatMap(([, name]) => name ?? []));
  return [
    ...[...used.difference(styled)].map(
      (name) => `web/app/kit.css lacks the styles of ${name}: import @mantine/core/styles/${name}.layer.css`,
    ),
    ...[...styled.difference(used)].map((name) => `web/app/kit.css has unused styles of ${name}`),
  ];
}
