/** Accepted seed files by name and type; the engine validates their content. */
import { PROJECT_TEXTS } from './project-texts.ts';
import { fileEnding } from './project-types.ts';

/**
 * Checks if a file can be the seed of a project of that type: `text/xml` or a name that ends in `.xml`, for
 * Wix `text/csv` or `.csv` (specification, section 5). Case is ignored.
 */
export function isSeedFile(
  { name, type }: { name: string; type: string },
  projectType = 'wordpress',
): boolean {
  const ending = fileEnding(projectType);
  return type.toLowerCase() === `text/${ending}` || name.toLowerCase().endsWith(`.${ending}`);
}

/** Message for any other file. */
export function seedRefusal(projectType: string): string {
  return fileEnding(projectType) === 'csv' ? PROJECT_TEXTS.onlyCsv : PROJECT_TEXTS.onlyXml;
}
