/**
 * Compares the components of the kit that a build contains with the styles that web/app/kit.css brings:
 * a component without its styles would look broken, and nothing else would say so.
 */

const COMPONENT = /@mantine\/core\/esm\/.*\/(\w+)\.module\.mjs$/;
const STYLES = /@mantine\/core\/styles\/([A-Z]\w*)\.layer\.css/g;

/**
 * @param modules paths of the modules that the build contains
 * @param css text of kit.css
 * @returns one line for each component whose styles are missing, or are there for nothing
 */
export function findStyleFaults(modules: readonly string[], css: string): string[] {
  const used = new Set(modules.flatMap((path) => COMPONENT.exec(path)?.[1] ?? []));
  const styled = new Set([...css.matchAll(STYLES)].flatMap(([, name]) => name ?? []));
  return [
    ...[...used.difference(styled)].map(
      (name) => `web/app/kit.css lacks the styles of ${name}: import @mantine/core/styles/${name}.layer.css`,
    ),
    ...[...styled.difference(used)].map(
      (name) => `web/app/kit.css has styles of ${name}, which nothing uses`,
    ),
  ];
}
