/** The rules of the house that no linter knows; each function returns one line for each fault. */

export interface Source {
  file: string;
  text: string;
}

/** Whatever others build on says what it takes and gives: an exported function or class has a comment. */
export function findBareExports({ file, text }: Source): string[] {
  const known = new Set<string>();
  const lines = text.split('\n');
  return lines.flatMap((line, index) => {
    const [, name] =
      /^export (?:async )?(?:function\*? |class |const (?=\w+ = (?:async )?(?:[(<]|\w+ =>|function)))(\w+)/.exec(
        line,
      ) ?? [];
    // Of several signatures of one function the first has the comment.
    if (name === undefined || known.has(name)) return [];
    known.add(name);
    return lines[index - 1]?.endsWith('*/')
      ? []
      : [`${file}:${index + 1} ${name} is exported without a comment of its own`];
  });
}

/** The same input gives the same bytes at any time: the engine has no clock. The linter keeps out the rest. */
export function findClocks({ file, text }: Source): string[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      /^\s*(\*|\/[/*])/.test(line) || !/\bnew Date\b|\bDate\(/.test(line)
        ? []
        : [`${file}:${index + 1} the engine has no clock (Date)`],
    );
}

/** Files in which rows are a person's alone; what customers make belongs to workspaces. */
const PERSONAL =
  /^server\/(features\/(account|notifications|users|workspaces)\/|features\/(projects\/drafts|billing\/usage|integrations\/consents)\.store\.ts$|db\/scope\.ts$|operator\/sealed-columns\.ts$)/;

/** Rows of customers are found by `owned(query, scope)`: one query that asks for a user would hide them from members. */
export function findUserPredicates({ file, text }: Source): string[] {
  if (PERSONAL.test(file)) return [];
  return text
    .split('\n')
    .flatMap((line, index) =>
      /['"`](\w+\.)?user_id['"`]|\buser_id\s*(=|<>|in\b)/.test(line)
        ? [`${file}:${index + 1} asks for a user where it should ask for a scope: owned(query, scope)`]
        : [],
    );
}

interface LockedPackage {
  /** A folder of this repository, used as a package. */
  link?: boolean;
  resolved?: string;
  integrity?: string;
  optional?: boolean;
  os?: string[];
  optionalDependencies?: Record<string, string>;
}

export interface Lockfile {
  packages: Record<string, LockedPackage & Record<string, unknown>>;
}

/** Packages for other platforms that locked packages name and the lockfile lacks. */
export function listMissingPlatforms({ packages }: Lockfile): { path: string; version: string }[] {
  return Object.values(packages)
    .flatMap(({ optionalDependencies }) => Object.entries(optionalDependencies ?? {}))
    .map(([name, version]) => ({ path: `node_modules/${name}`, version }))
    .filter(({ path }) => packages[path] === undefined);
}

function listWanted(manifest: string): [name: string, version: string][] {
  const lists = JSON.parse(manifest) as Record<string, Record<string, string> | undefined>;
  return ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((list) =>
    Object.entries(lists[list] ?? {}),
  );
}

/** Makes installs reproducible: exact versions with checksums, from the registry that the machine uses. */
export function findLooseVersions(manifests: Source[], lock: Lockfile): string[] {
  const locked = Object.entries(lock.packages).filter(
    ([path, { link }]) => path.startsWith('node_modules/') && link !== true,
  );
  return [
    ...manifests.flatMap(({ file, text }) =>
      listWanted(text)
        .filter(([, version]) => !/^(\d+\.\d+\.\d+(-[\w.]+)?|file:[\w/]+)$/.test(version))
        .map(([name, version]) => `${file}: ${name} is not pinned to one version (${version})`),
    ),
    ...locked
      .filter(([, { resolved }]) => resolved !== undefined)
      .map(([path]) => `package-lock.json: ${path} names a download address`),
    ...locked
      // Packages for other platforms may have none: see complete-lockfile.ts.
      .filter(([, { integrity, optional, os }]) => integrity === undefined && !(optional === true && os))
      .map(([path]) => `package-lock.json: ${path} has no checksum`),
    ...listMissingPlatforms(lock).map(
      ({ path }) => `package-lock.json: ${path} is missing. Run: node tools/complete-lockfile.ts`,
    ),
  ];
}
