/** Which files may be chosen as a seed page; what is in them is for the engine to judge. */
import { PROJECT_TEXTS } from './project-texts.ts';
import { fileEnding } from './project-types.ts';

/**
 * Whether a file counts as a seed of a project of that type: `text/xml` or a name that ends in `.xml`, for
 * Wix `text/csv` or `.csv` (specification, section 5). Neither minds capitals.
 */
export function isSeedFile(
  { name, type }: { name: string; type: string },
  projectType = 'wordpress',
): boolean {
  const ending = fileEnding(projectType);
  return type.toLowerCase() === `text/${ending}` || name.toLowerCase().endsWith(`.${ending}`);
}

/** What is said of a file that does not count. */
export function seedRefusal(projectType: string): string {
  return fileEnding(projectType) === 'csv' ? PROJECT_TEXTS.onlyCsv : PROJECT_TEXTS.onlyXml;
}
