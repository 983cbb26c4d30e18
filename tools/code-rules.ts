/** Code rules that the linters lack; each function returns one line per fault. */

export interface Source {
  file: string;
  text: string;
}

/** Finds exported functions and classes without a comment. */
export function findBareExports({ file, text }: Source): string[] {
  const documented = new Set<string>();
  const lines = text.split('\n');
  return lines.flatMap((line, index) => {
    const [, name] =
      /^export (?:async )?(?:function\*? |class |const (?=\w+ = (?:async )?(?:[(<]|\w+ =>|function)))(\w+)/.exec(
        line,
      ) ?? [];
    // Only the first overload needs the comment.
    if (name === undefined || documented.has(name)) return [];
    documented.add(name);
    return lines[index - 1]?.endsWith('*/')
      ? []
      : [`${file}:${index + 1} ${name} is exported without a comment`];
  });
}

/** Finds clocks: the engine's output must depend only on its input. The linter covers the other cases. */
export function findClocks({ file, text }: Source): string[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      /^\s*(\*|\/[/*])/.test(line) || !/\bnew Date\b|\bDate\(/.test(line)
        ? []
        : [`${file}:${index + 1} uses a clock (Date) in the engine`],
    );
}

/** Files with rows of a user; all other rows belong to workspaces. */
const PERSONAL =
  /^server\/(features\/(account|notifications|users|workspaces)\/|features\/(projects\/drafts|billing\/usage|integrations\/consents)\.store\.ts$|db\/scope\.ts$|operator\/sealed-columns\.ts$)/;

/** Finds queries by user: they must use `owned(query, scope)`, or members of the workspace wouldn't see the rows. */
export function findUserPredicates({ file, text }: Source): string[] {
  if (PERSONAL.test(file)) return [];
  return text
    .split('\n')
    .flatMap((line, index) =>
      /['"`](\w+\.)?user_id['"`]|\buser_id\s*(=|<>|in\b)/.test(line)
        ? [`${file}:${index + 1} queries by user_id. Use owned(query, scope)`]
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

/** Lists packages for other platforms that locked packages depend on and the lockfile lacks. */
export function listMissingPlatforms({ packages }: Lockfile): { path: string; version: string }[] {
  return Object.values(packages)
    .flatMap(({ optionalDependencies }) => Object.entries(optionalDependencies ?? {}))
    .map(([name, version]) => ({ path: `node_modules/${name}`, version }))
    .filter(({ path }) => packages[path] === undefined);
}

function listRequired(manifest: string): [name: string, version: string][] {
  const lists = JSON.parse(manifest) as Record<string, Record<string, string> | undefined>;
  return ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((list) =>
    Object.entries(lists[list] ?? {}),
  );
}

/** Finds causes of irreproducible installs: version ranges, missing checksums, download URLs. */
export function findLooseVersions(manifests: Source[], lock: Lockfile): string[] {
  const locked = Object.entries(lock.packages).filter(
    ([path, { link }]) => path.startsWith('node_modules/') && link !== true,
  );
  return [
    ...manifests.flatMap(({ file, text }) =>
      listRequired(text)
        .filter(([, version]) => !/^(\d+\.\d+\.\d+(-[\w.]+)?|file:[\w/]+)$/.test(version))
        .map(([name, version]) => `${file}: ${name} is not pinned to one version (${version})`),
    ),
    ...locked
      .filter(([, { resolved }]) => resolved !== undefined)
      .map(([path]) => `package-lock.json: ${path} has a download URL`),
    ...locked
      // Packages for other platforms may have none: see complete-lockfile.ts.
      .filter(([, { integrity, optional, os }]) => integrity === undefined && !(optional === true && os))
      .map(([path]) => `package-lock.json: ${path} has no checksum`),
    ...listMissingPlatforms(lock).map(
      ({ path }) => `package-lock.json: ${path} is missing. Run: node tools/complete-lockfile.ts`,
    ),
  ];
}
