/**
 * Keeps installs the same everywhere: exact versions only, and a lockfile that names no registry, so
 * that it works with whatever registry a machine is set to.
 */

type Versions = Record<string, string>;

interface Package {
  dependencies?: Versions;
  devDependencies?: Versions;
  optionalDependencies?: Versions;
}

interface LockedPackage {
  version?: string;
  resolved?: string;
  integrity?: string;
  optional?: boolean;
  os?: string[];
  optionalDependencies?: Versions;
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

/** @returns one line for each package that is not pinned, not checkable or tied to a registry */
export function findPackageFaults(packageText: string, lockText: string): string[] {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(packageText) as Package;
  const wanted = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
  const lock = JSON.parse(lockText) as Lockfile;
  const locked = Object.entries(lock.packages).filter(([path]) => path !== '');
  return [
    ...wanted
      .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
      .map(([name, version]) => `package.json: ${name} is not pinned to one version (${version})`),
    ...locked
      .filter(([, entry]) => entry.resolved !== undefined)
      .map(([path, { resolved }]) => `package-lock.json: ${path} names a download address (${resolved})`),
    ...locked
      // Packages for other platforms may have none: see complete-lockfile.ts.
      .filter(([, { integrity, optional, os }]) => integrity === undefined && !(optional === true && os))
      .map(([path]) => `package-lock.json: ${path} has no checksum`),
    ...listMissingPlatforms(lock).map(
      ({ path }) =>
        `package-lock.json: ${path} is missing, so npm ci fails. Run: node tools/complete-lockfile.ts`,
    ),
  ];
}
