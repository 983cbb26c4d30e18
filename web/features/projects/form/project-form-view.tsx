/** Project form, for creating and editing. */
import { Box, Button, VisuallyHidden } from '@mantine/core';
import { type ReactNode, Suspense, useMemo, useState } from 'react';
import { DRAFT_LIFE_MS } from '#contract/limits.ts';
import { isGeocoder } from '#contract/project-types.ts';
import { FALLBACK } from '#web/client/format-error.ts';
import { lazyPart } from '#web/client/lazy-part.ts';
import { FailureDialog } from '#web/kit/failure-dialog.tsx';
import { LeaveQuestion } from '#web/kit/leave-question.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { FeedbackDialog } from '#web/ui/feedback-dialog.tsx';
import { MissingPart } from '#web/ui/missing-part.tsx';
import { messages } from '../shared/messages.ts';
import { TroubleNote } from '../shared/trouble-note.tsx';
import { DetailsSection } from './details-section.tsx';
import { Fault } from './fault.tsx';
import { FooterSection } from './footer-section.tsx';
import type { ProjectForm } from './form-state.ts';
import { FormBanner } from './form-banner.tsx';
import { ImagesSection } from './images-section.tsx';
import { OutcomeRail } from './outcome-rail.tsx';
import { PrimarySection } from './primary-section.tsx';
import { ProblemSummary } from './problem-summary.tsx';
import panel from './panel.module.css';
import page from './project-form-view.module.css';
import { SaveBar } from './save-bar.tsx';
import { SeedSection } from './seed-section.tsx';
import { SheetSection } from './sheet-section.tsx';
import { describeOutcome } from './outcome-words.rules.ts';
import { useUnsentFiles } from './use-unsent-files.ts';
import type { OpenedDraft } from './use-opened-draft.ts';
import type { WholeForm } from './use-project-form.ts';

/** Last on the page, after all that it depends on. */
const ScheduleSection = lazyPart<{ form: ProjectForm }>(
  'schedule-section',
  async () => (await import('./schedule-section.tsx')).ScheduleSection,
  MissingPart,
);

const KEPT = `Leave this page? Your draft is kept. You can restore it for ${DRAFT_LIFE_MS / 3_600_000} hours.`;
const UNSAVED_DRAFT = 'Leave this page? Your last changes are not in your draft yet, and may be lost.';

interface Props {
  form: WholeForm;
  opened: OpenedDraft;
  /** Third button of the bar. */
  leave: ReactNode;
  onReload?: () => void;
  /** Switches the platform and keeps all entries; undefined if the type can't change. */
  onSwitch?: (name: string) => void;
  /** The user leaves on purpose, so there is no confirmation. */
  isLeaving?: boolean;
}

export function ProjectFormView({ form, opened, leave, onReload, onSwitch, isLeaving = false }: Props) {
  const { draft, reading, sending } = form;
  const hasImages = isGeocoder(form.type);
  useUnsentFiles(form, opened);
  return (
    <>
      <VisuallyHidden role="status">
        {reading.isBusy ? 'Reading the files.' : describeOutcome(form, hasImages)}
      </VisuallyHidden>
      {draft.unreadable !== null && <TroubleNote hasMargin text={draft.unreadable} />}
      {draft.dropped !== null && <TroubleNote hasMargin text={draft.dropped} />}
      {opened.note !== undefined && (
        <FormBanner>
          <p>{opened.note}</p>
        </FormBanner>
      )}
      {reading.failure !== undefined && <ReadingFailure reason={reading.failure} onRetry={reading.retry} />}
      <ProblemSummary form={form} onReload={onReload} />
      <div className={page.columns}>
        <div className={page.form}>
          <DetailsSection form={form} />
          {hasImages ? <ImagesSection form={form} /> : <SeedSection form={form} onSwitch={onSwitch} />}
          <SheetSection form={form} />
          {!hasImages && (
            <>
              <FooterSection form={form} />
              <PrimarySection form={form} />
              <Suspense>
                <ScheduleSection form={form} />
              </Suspense>
            </>
          )}
        </div>
        <OutcomeRail form={form} />
      </div>
      <SaveBar form={form} leave={leave} />
      <SentMessage text={sending.done?.text} onHold={sending.hold} />
      <FailureDialog form={form.form} fallback={FALLBACK} />
      <ConfirmDialog
        isOpened={sending.isAsked}
        isBusy={form.form.isSending}
        message={messages.splitQuestion}
        onYes={() => sending.answerSplit(2)}
        onNo={() => sending.answerSplit(0)}
        onClose={sending.leaveSplit}
      />
      <LeaveQuestion
        isOn={form.isDirty && !isLeaving}
        message={form.keeping.kept === 'not-saved' ? UNSAVED_DRAFT : KEPT}
      />
    </>
  );
}

/** Error of the server, not of the files. */
function ReadingFailure({ reason, onRetry }: { reason: string; onRetry: () => void }) {
  return (
    <div className={panel.summary}>
      <Fault
        role="alert"
        actions={
          <Button size="xs" onClick={onRetry}>
            Try again
          </Button>
        }
      >
        <strong>Couldn’t read the files.</strong>
        <Box component="p" c="var(--text2)" fz="small">
          What you entered is unchanged. {reason}
        </Box>
      </Fault>
    </div>
  );
}

function SentMessage({ text, onHold }: { text: string | undefined; onHold: (isHeld: boolean) => void }) {
  const [closed, setClosed] = useState<string>();
  // The dialog compares its content by identity.
  const feedback = useMemo(
    () => (text === undefined || text === closed ? null : { kind: 'success' as const, message: text }),
    [text, closed],
  );
  return <FeedbackDialog feedback={feedback} onClose={() => setClosed(text)} onHold={onHold} />;
}
