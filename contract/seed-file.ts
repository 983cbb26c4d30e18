/** Checks which files may be chosen as a seed page; the engine validates their content. */
import { getFileExtension, getPlatform } from './project-types.ts';

/**
 * Checks a file by its media type or the extension of its name, in any case: `text/xml` or `.xml`, for Wix
 * `text/csv` or `.csv` (specification, section 5).
 */
export function isSeedFile(
  { name, type }: { name: string; type: string },
  projectType = 'wordpress',
): boolean {
  const extension = getFileExtension(projectType);
  return type.toLowerCase() === `text/${extension}` || name.toLowerCase().endsWith(`.${extension}`);
}

/** Message about a file of another type, as in the specification. */
export function getSeedRefusal(projectType: string): string {
  const { extension, name } = getPlatform(projectType);
  return extension === 'csv'
    ? `Only CSV files are allowed for ${name} projects`
    : 'Only XML files are allowed';
}
