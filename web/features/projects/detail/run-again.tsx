/** Starts the run or test once more, with the project as it is saved. */
import { Button } from '@mantine/core';
import { Play, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { formatError } from '#web/client/format-error.ts';
import type { Project } from '#contract/project-shapes.ts';
import { projectsContract } from '#contract/projects.contract.ts';
import { useSend } from '#web/client/use-call.ts';
import { showToast } from '#web/ui/toast.tsx';
import { readSavedFields } from '../form/saved-fields.ts';

interface Props {
  project: Project;
  kind: 'save' | 'test';
  /** Instead of `Run again` or `Test again`. */
  label?: string;
  /** The main action of the page. */
  isMain?: boolean;
}

export function RunAgain({ project, kind, label, isMain = false }: Props) {
  const refresh = { refresh: ['projects'] };
  const [save] = useSend(projectsContract.update, refresh);
  const [test] = useSend(projectsContract.test, refresh);
  const [isBusy, setBusy] = useState(false);
  const begin = async () => {
    setBusy(true);
    try {
      const fields = await readSavedFields(project);
      if (kind === 'test') await test({ body: { ...fields, project_id: project.id } });
      else await save({ params: { id: project.id }, body: fields });
    } catch (error) {
      const detail = formatError(error);
      showToast({
        kind: 'error',
        text: `The ${kind === 'test' ? 'test' : 'run'} could not be started.`,
        detail,
      });
    } finally {
      setBusy(false);
    }
  };
  const Icon = label === undefined ? RotateCcw : Play;
  return (
    <Button
      {...(isMain && { variant: 'filled' })}
      leftSection={<Icon size={16} strokeWidth={1.75} absoluteStrokeWidth aria-hidden="true" />}
      disabled={isBusy}
      onClick={begin}
    >
      {isBusy ? 'Starting...' : (label ?? (kind === 'test' ? 'Test again' : 'Run again'))}
    </Button>
  );
}
