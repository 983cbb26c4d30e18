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

interface Lockfile {
  packages: Record<string, { resolved?: string; integrity?: string; link?: boolean }>;
}

/** @returns one line for each package that is not pinned, not checkable or tied to a registry */
export function findPackageFaults(packageText: string, lockText: string): string[] {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(packageText) as Package;
  const wanted = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
  const { packages } = JSON.parse(lockText) as Lockfile;
  const locked = Object.entries(packages).filter(([path]) => path !== '');
  return [
    ...wanted
      .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
      .map(([name, version]) => `package.json: ${name} is not pinned to one version (${version})`),
    ...locked
      .filter(([, entry]) => entry.resolved !== undefined)
      .map(([path, { resolved }]) => `package-lock.json: ${path} names a download address (${resolved})`),
    ...locked
      .filter(([, entry]) => entry.integrity === undefined)
      .map(([path]) => `package-lock.json: ${path} has no checksum`),
  ];
}
