/**
 * Compares the packages in a build with those that NOTICE lists by license: a distribution must name the works that
 * it includes.
 */
import { readFileSync } from 'node:fs';

const PACKAGE_FOLDER = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+\//;
/** A list in NOTICE: `- MIT: react, react-dom`. */
const LIST = /^- (\S+(?: AND \S+)*): (.+)$/s;

/**
 * Lists the packages of a build.
 * @param modules paths of the modules in the build
 * @returns a line for each package, with its license: `react (MIT)`
 */
export function listPackages(modules: readonly string[]): string[] {
  const folders = new Set(modules.flatMap((path) => PACKAGE_FOLDER.exec(path)?.[0] ?? []));
  const packages = [...folders].map((folder) => {
    const { name, license } = JSON.parse(readFileSync(`${folder}package.json`, 'utf8')) as {
      name: string;
      license: string;
    };
    return `${name} (${license})`;
  });
  return [...new Set(packages)].toSorted();
}

/**
 * @param packages as `listPackages` returns them
 * @param notice text of NOTICE
 * @returns one line for each package that NOTICE lacks, or that the build doesn't contain
 */
export function findNoticeFaults(packages: readonly string[], notice: string): string[] {
  const built = new Set(packages);
  const listed = new Set(
    notice.split(/\n(?=- |\n)/).flatMap((block) => {
      const [, license, names] = LIST.exec(block) ?? [];
      return names?.split(/,\s+/).map((name) => `${name} (${license})`) ?? [];
    }),
  );
  return [
    ...[...built.difference(listed)].map(
      (each) => `NOTICE lacks ${each}, which the web application contains`,
    ),
    ...[...listed.difference(built)].map(
      (each) => `NOTICE lists ${each}, which the web application doesn't contain`,
    ),
  ];
}
