/** The form of a project, the same for a new one and for one that is edited. */
import { VisuallyHidden } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { isGeocoder } from '#contract/project-types.ts';
import { LeaveQuestion } from '#web/kit/leave-question.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { FeedbackDialog } from '#web/ui/feedback-dialog.tsx';
import { useDelay } from '#web/ui/use-delay.ts';
import page from './project-form-view.module.css';
import { DetailsSection } from './details-section.tsx';
import { FooterSection } from './footer-section.tsx';
import { ImagesSection } from './images-section.tsx';
import { HeldNote } from './held-note.tsx';
import { messages } from '../shared/messages.ts';
import { OutcomeRail } from './outcome-rail.tsx';
import { PrimarySection } from './primary-section.tsx';
import { ReaderFailure } from './reader-failure.tsx';
import { SaveBar } from './save-bar.tsx';
import { SeedSection } from './seed-section.tsx';
import { SendFailure } from './send-failure.tsx';
import { SheetSection } from './sheet-section.tsx';
import { tellOutcome } from './tell-outcome.rules.ts';
import type { ProjectForm } from './use-project-form.ts';

const LEAVE = 'Leave this page? What you entered is not saved as a project yet.';
const LEAVE_EDIT = 'Leave this page? Your changes to this project are not saved yet.';
/** So long the form waits for the answer whether there is an earlier draft. */
const OFFER_MS = 250;

interface Props {
  project: ProjectForm;
  /** The third button of the bar. */
  leave: ReactNode;
  onReload?: () => void;
  /** Makes it a project of another platform, with what was entered; missing where that cannot be. */
  onSwitch?: (name: string) => void;
  /** Anything else that goes away on purpose, without a question. */
  isLeaving?: boolean;
}

export function ProjectFormView({ project, leave, onReload, onSwitch, isLeaving = false }: Props) {
  const { reading, sending, form, isDirty } = project;
  const { state } = reading;
  const hasImages = isGeocoder(project.start.type);
  // An earlier draft is offered above the form: what is seen must not be pushed down by it.
  const isLate = useDelay(project.kept.isSought, OFFER_MS);
  return (
    <>
      <VisuallyHidden role="status">
        {state.isBusy ? state.progress : tellOutcome(reading, hasImages)}
      </VisuallyHidden>
      <HeldNote held={project.held} />
      <div className={page.columns} data-waiting={(project.kept.isSought && !isLate) || undefined}>
        <div className={page.form}>
          {state.failure !== undefined && <ReaderFailure reason={state.failure} onRetry={reading.retry} />}
          <DetailsSection project={project} />
          {hasImages ? (
            <ImagesSection project={project} />
          ) : (
            <SeedSection project={project} onSwitch={onSwitch} />
          )}
          <SheetSection project={project} />
          {!hasImages && (
            <>
              <FooterSection project={project} />
              <PrimarySection project={project} />
            </>
          )}
          <SendFailure project={project} {...(onReload && { onReload })} />
        </div>
        <OutcomeRail form={project} />
      </div>
      <SaveBar project={project} leave={leave} />
      <SentMessage text={sending.done?.text} onHold={sending.hold} />
      <ConfirmDialog
        isOpened={sending.isAsked}
        isBusy={form.isSending}
        message={messages.splitQuestion}
        onYes={() => sending.answerSplit(2)}
        onNo={() => sending.answerSplit(0)}
        onClose={sending.leaveSplit}
      />
      <LeaveQuestion isOn={isDirty && !isLeaving} message={project.start.project ? LEAVE_EDIT : LEAVE} />
    </>
  );
}

function SentMessage({ text, onHold }: { text: string | undefined; onHold: (isHeld: boolean) => void }) {
  const [closed, setClosed] = useState<string>();
  const isShown = text !== undefined && text !== closed;
  const feedback = useSame(isShown ? text : undefined);
  return <FeedbackDialog feedback={feedback} onClose={() => setClosed(text)} onHold={onHold} />;
}

/** The dialog compares what it shows by identity. */
function useSame(text: string | undefined) {
  const [shown, setShown] = useState<{ kind: 'success'; message: string } | null>(null);
  if (text !== shown?.message) {
    setShown(text === undefined ? null : { kind: 'success', message: text });
  }
  return shown;
}
