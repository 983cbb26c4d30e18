/** The question about large output, answered by saving the project again as it is, with 2 (split) or 0. */
import { useState } from 'react';
import { formatError } from '#web/client/format-error.ts';
import type { Project } from '#contract/project-shapes.ts';
import { projectsContract } from '#contract/projects.contract.ts';
import { useSend } from '#web/client/use-call.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { showToast } from '#web/ui/toast.tsx';
import { messages } from '../shared/messages.ts';
import { readSavedFields } from '../form/saved-fields.ts';

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
      const fields = await readSavedFields(project);
      await send({ params: { id: project.id }, body: { ...fields, split_xml_file } });
      onClose();
    } catch (error) {
      const detail = formatError(error);
      showToast({ kind: 'error', text: 'The answer could not be saved.', detail });
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
      onClose={onClose}
    />
  );
}
