/** The question about large output, answered by saving the project again as it is, with 2 (split) or 0. */
import { useState } from 'react';
import type { Project } from '#contract/project-shapes.ts';
import { projectsContract } from '#contract/projects.contract.ts';
import { readFile } from '#web/client/read-file.ts';
import { useSend } from '#web/client/use-call.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { showToast } from '#web/ui/toast.tsx';
import { messages } from './messages.ts';

const SPLIT = 2;
const ONE_FILE = 0;

interface Props {
  project: Project;
  isOpened: boolean;
  onClose: () => void;
}

export function SplitQuestion({ project, isOpened, onClose }: Props) {
  const [send] = useSend(projectsContract.update, { refresh: ['projects'] });
  const [isBusy, setBusy] = useState(false);
  const answer = async (split_xml_file: typeof SPLIT | typeof ONE_FILE) => {
    setBusy(true);
    try {
      await send({ params: { id: project.id }, body: { ...(await readFields(project)), split_xml_file } });
      onClose();
    } catch (error) {
      const detail = error instanceof Error ? error.message : 'An error occurred';
      showToast({ kind: 'error', text: 'The answer was not taken.', detail });
    } finally {
      setBusy(false);
    }
  };
  return (
    <ConfirmDialog
      isOpened={isOpened}
      message={messages.splitQuestion}
      isBusy={isBusy}
      onYes={() => answer(SPLIT)}
      onNo={() => answer(ONE_FILE)}
    />
  );
}

/** The saved fields, unchanged; a large sheet is not part of the project's answer and is read apart. */
async function readFields(project: Project) {
  const { title, notes, google_spread_sheet, footer_links, revision, script, script_url } = project;
  const rows = script ?? (script_url === null ? '' : await readFile(script_url));
  return { title, notes, google_spread_sheet, footer_links, revision, script: rows, type: project.type };
}
