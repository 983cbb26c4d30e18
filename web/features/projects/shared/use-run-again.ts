/** Saves or tests the stored project again; shows a toast on failure. */
import { useState } from 'react';
import type { Project } from '#contract/project-shapes.ts';
import { projectsContract } from '#contract/projects.contract.ts';
import { formatError } from '#web/client/format-error.ts';
import { readFile } from '#web/client/read-file.ts';
import { useSend } from '#web/client/use-call.ts';
import { showToast } from '#web/ui/toast.tsx';
import { readProject } from './use-project.ts';

interface RunRequest {
  kind?: 'save' | 'test';
  /** 2 splits the output, 0 keeps it in one file. */
  split_xml_file?: 0 | 2;
  /** Text of the toast. */
  failure: string;
}

export function useRunAgain() {
  const refresh = { refresh: ['projects'] };
  const [save] = useSend(projectsContract.update, refresh);
  const [test] = useSend(projectsContract.test, refresh);
  const [isBusy, setBusy] = useState(false);
  /** @returns true if it started */
  const run = async (
    project: Project,
    { kind = 'save', failure, ...answer }: RunRequest,
  ): Promise<boolean> => {
    setBusy(true);
    try {
      const fields = await readSavedFields(project);
      if (kind === 'test') await test({ body: { ...fields, project_id: project.id } });
      else await save({ params: { id: project.id }, body: { ...fields, ...answer } });
      return true;
    } catch (error) {
      showToast({ kind: 'error', text: failure, detail: formatError(error) });
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { run, isBusy };
}

async function readSavedFields(project: Project) {
  const { id, title, type, notes, google_spread_sheet, footer_links, keep, revision } = project;
  const { seed_page, schedule, site_base_url } = project;
  const script = project.script ?? (await readLargeScript(id));
  const texts = { title, notes, google_spread_sheet, footer_links, keep, seed_page, schedule, site_base_url };
  // A form that is open elsewhere keeps its draft.
  return { ...texts, type, revision, script, draft_id: '' as const };
}

/** Its URL may have expired while the page was open, so it's fetched again. */
async function readLargeScript(id: number): Promise<string> {
  const url = (await readProject(id))?.script_url ?? null;
  return url === null ? '' : readFile(url);
}
