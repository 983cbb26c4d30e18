/** Repeats the run or test with the saved project. */
import { Play, RotateCcw } from 'lucide-react';
import type { Project } from '#contract/project-shapes.ts';
import { useReadOnlyReason } from '#web/client/use-read-only.ts';
import { ReasonButton } from '#web/kit/reason-button.tsx';
import { useRunAgain } from '../shared/use-run-again.ts';

interface Props {
  project: Project;
  kind: 'save' | 'test';
  /** Label, if not `Run again` or `Test again`. */
  label?: string;
  /** True for the main action of the page. */
  isMain?: boolean;
}

export function RunAgain({ project, kind, label, isMain = false }: Props) {
  const { run, isBusy } = useRunAgain();
  const Icon = label === undefined ? RotateCcw : Play;
  const failure = `Couldn’t start the ${kind === 'test' ? 'test' : 'run'}.`;
  return (
    <ReasonButton
      reason={useReadOnlyReason(project.is_read_only)}
      {...(isMain && { variant: 'filled' })}
      leftSection={<Icon size={16} />}
      disabled={isBusy}
      onClick={() => void run(project, { kind, failure })}
    >
      {isBusy ? 'Starting...' : (label ?? (kind === 'test' ? 'Test again' : 'Run again'))}
    </ReasonButton>
  );
}
