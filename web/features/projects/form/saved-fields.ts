/** The fields of a saved project as saving asks for them: to answer a question, or to run it again as it is. */
import type { Project } from '#contract/project-shapes.ts';
import { readFile } from '#web/client/read-file.ts';
import { readProject } from '../shared/use-project.ts';

/**
 * Large data is not part of the project's answer and is read apart; its address may have run out while
 * the page was open, so a fresh one is asked for.
 * @throws ApiError when the data cannot be read
 */
export async function readSavedFields(project: Project) {
  const { id, title, type, notes, google_spread_sheet, footer_links, keep, revision } = project;
  const { seed_page, site_base_url } = project;
  const script = project.script ?? (await readLargeScript(id));
  const texts = { title, notes, google_spread_sheet, footer_links, keep, seed_page, site_base_url };
  // A form that is open elsewhere keeps its draft to itself.
  return { ...texts, type, revision, script, draft_id: '' as const };
}

async function readLargeScript(id: number): Promise<string> {
  const url = (await readProject(id))?.script_url ?? null;
  return url === null ? '' : readFile(url);
}
