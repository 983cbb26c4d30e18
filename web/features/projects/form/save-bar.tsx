/**
 * Bar at the bottom: Save, Test and a third button, the reason why they are blocked, and the state of the
 * draft.
 */
import { Box, Button, Flex } from '@mantine/core';
import { Loader, TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { projectsContract } from '#contract/projects.contract.ts';
import { useCall } from '#web/client/use-call.ts';
import { BAR_WORDS_ID, FormBar } from '#web/kit/form-bar.tsx';
import { formatAmount, formatCount } from '#web/ui/format-figure.ts';
import { useNow } from '#web/ui/use-now.ts';
import { sections } from '../shared/messages.ts';
import { listBlockers } from './problem-place.rules.ts';
import type { WholeForm } from './use-project-form.ts';
import type { Mode } from './use-project-sending.ts';

const LABELS = { save: ['Save Project', 'Saving...'], test: ['Test Page', 'Testing...'] } as const;
const FEW_SAVES = 5;
const FEW_SAVES_SHARE = 0.1;
const time = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' });

/** @param props.leave third button: Cancel, or Delete Project */
export function SaveBar({ form, leave }: { form: WholeForm; leave: ReactNode }) {
  const { isBusy, mode, wait, done, press } = form.sending;
  const bind = (name: Mode, isClosed = wait?.isDisabling === true) => {
    const isUnderWay = isBusy && mode === name;
    // A disabled button would lose the focus.
    const isHeld = isUnderWay || (done !== undefined && mode === name);
    return {
      disabled: !isHeld && (isBusy || isClosed),
      'aria-disabled': isHeld || undefined,
      'data-busy': isUnderWay || undefined,
      leftSection: isUnderWay && <Loader size={16} />,
      'aria-describedby': BAR_WORDS_ID,
      onClick: () => {
        if (!isHeld) press(name);
      },
      children: LABELS[name][isUnderWay ? 1 : 0],
    };
  };
  return (
    <FormBar
      buttons={
        <>
          <Button variant="filled" {...bind('save')} />
          <Button {...bind('test', wait?.isDisabling === true && wait.isOfSave !== true)} />
          {leave}
        </>
      }
    >
      <BarWords form={form} />
    </FormBar>
  );
}

function BarWords({ form }: { form: WholeForm }) {
  const { sending, inspection } = form;
  const { wait } = sending;
  const skipped = inspection?.outcome?.skipped ?? 0;
  if (sending.done) return <span>{describeNext(form, sending.done.to)}</span>;
  const isWarning = wait === undefined ? skipped > 0 : wait.kind === 'problems';
  const text = wait?.text ?? (skipped > 0 ? `${formatAmount(skipped, 'row')} will be skipped` : undefined);
  return (
    <>
      {text !== undefined && (
        <Flex component="span" align="center" gap={6}>
          {isWarning && <TriangleAlert size={16} color="var(--ochre)" />}
          {text}
          {isWarning && (
            <Box component="a" py={2} c="var(--text)" fw={600} href={`#${findPlace(form)}`}>
              Show
            </Box>
          )}
        </Flex>
      )}
      <SavesLeft form={form} />
      <DraftState form={form} />
    </>
  );
}

/** Shows the saves left this hour once only a few remain. */
function SavesLeft({ form: { form, projectId, sending } }: { form: WholeForm }) {
  const query = projectId === undefined ? {} : { project_id: projectId };
  const { data: pace, refetch } = useCall(
    projectsContract.savePace,
    { query },
    { skip: sending.done !== undefined },
  );
  const now = useNow();
  const isRefused = form.failure?.code === 'too_many';
  useEffect(() => {
    if (isRefused) refetch();
  }, [isRefused, refetch]);
  if (pace?.resets_at == null) return null;
  const { limit, left } = pace;
  const resetsAt = new Date(pace.resets_at);
  if (resetsAt <= now || left > Math.max(FEW_SAVES, limit * FEW_SAVES_SHARE)) return null;
  return (
    <span>
      {left > 0
        ? `${formatCount(left)} of ${formatAmount(limit, 'save')} left until ${time.format(resetsAt)}`
        : `You've used all ${formatAmount(limit, 'save')} for this hour. You can save again at ${time.format(resetsAt)}`}
    </span>
  );
}

/** State of the draft on the server. */
function DraftState({ form: { keeping, isDirty } }: { form: WholeForm }) {
  const { kept, keptAt } = keeping;
  if (!isDirty) return null;
  if (kept === 'not-saved')
    return (
      <Box component="span" role="status" c="var(--ochre-text)" fw={600}>
        Not saved
      </Box>
    );
  if (kept === 'saving') return <span>Saving draft...</span>;
  return keptAt ? <span>Draft saved {time.format(keptAt)}</span> : null;
}

function describeNext({ projectId, sending }: WholeForm, to: string): string {
  if (to === '/projects') return 'Opening the project list';
  const isTried = sending.mode === 'test' && projectId !== undefined;
  return isTried ? 'Opening the project. Your changes are saved as a draft' : 'Opening the project';
}

/** Place of the first problem; skipped rows are fixed in the sheet. */
const findPlace = (form: WholeForm): string => listBlockers(form)[0]?.place ?? sections.sheet.id;
