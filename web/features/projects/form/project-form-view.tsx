/** Project form, for creating and editing. */
import { Box, Button, Textarea, TextInput, VisuallyHidden } from '@mantine/core';
import { type ReactNode, Suspense, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { DRAFT_LIFE_MS } from '#contract/limits.ts';
import { hasSiteBaseUrl, isGeocoder } from '#contract/project-types.ts';
import { findSiteFault } from '#contract/project-shapes.ts';
import { FALLBACK } from '#web/client/format-error.ts';
import { lazyPart } from '#web/client/lazy-part.ts';
import { FailureDialog } from '#web/kit/failure-dialog.tsx';
import { LeaveQuestion } from '#web/kit/leave-question.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { FeedbackDialog } from '#web/ui/feedback-dialog.tsx';
import { MissingPart } from '#web/ui/missing-part.tsx';
import { UrlField } from '#web/kit/url-field.tsx';
import { BAR_BUTTONS_ID } from '#web/kit/form-bar.tsx';
import { Section } from '#web/ui/section.tsx';
import { SkipLink } from '#web/ui/skip-link.tsx';
import { formatAmount, formatCount } from '#web/ui/format-figure.ts';
import { readUserData } from '#web/client/session.ts';
import { messages, sections } from '../shared/messages.ts';
import { TroubleNote } from '../shared/trouble-note.tsx';
import { Fault } from './fault.tsx';
import { FooterSection } from './footer-section.tsx';
import type { ProjectForm } from './form-state.ts';
import { FormBanner } from './form-banner.tsx';
import { OutcomeRail } from './outcome-rail.tsx';
import { ProblemSummary } from './problem-summary.tsx';
import panel from './panel.module.css';
import page from './project-form-view.module.css';
import { SaveBar } from './save-bar.tsx';
import { SeedSection } from './seed-section.tsx';
import { SheetSection } from './sheet-section.tsx';
import type { OpenedDraft } from './use-opened-draft.ts';
import type { WholeForm } from './use-project-form.ts';
import { DomainField } from './domain-field.tsx';
import { ProblemList } from '../shared/problem-list.tsx';
import { formatType } from '../shared/project-types.rules.ts';
import { placeProblems } from './problem-place.rules.ts';
import { ImagePicker } from './image-picker.tsx';
import { takeStashedSeed, type Unsent } from './form-memory.ts';

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

/** "Project Details": title, domain and notes of the project. */
function DetailsSection({ form: whole }: { form: WholeForm }) {
  const { form, type, projectId } = whole;
  const { details } = placeProblems(whole.inspection, whole.draft.seed?.name);
  return (
    <Section {...sections.details} hint="">
      <Box
        display="grid"
        style={{ gridTemplateColumns: 'repeat(auto-fit, minmax(240px, 1fr))', gap: '12px 16px' }}
      >
        <TextInput
          {...form.field('title')}
          label="Title"
          dir="auto"
          readOnly={projectId !== undefined}
          autoComplete="off"
        />
        <SkipLink to={BAR_BUTTONS_ID}>Skip to Save Project</SkipLink>
        {type !== 'geocoder' && <DomainField form={whole} />}
      </Box>
      {hasSiteBaseUrl(type) && (
        <UrlField
          {...form.field('site_base_url')}
          findFault={findSiteFault}
          label="Site base URL"
          description={`Added to links and file URLs, which ${formatType(type)} exports without a host.`}
          placeholder="https://www.example.com"
        />
      )}
      {details.length > 0 && (
        <div className={panel.card}>
          <ProblemList problems={details} />
        </div>
      )}
      {type !== 'geocoder' && <Textarea {...form.field('notes')} label="Notes" dir="auto" rows={2} />}
    </Section>
  );
}

const TEMPLATES = [
  { name: 'file_name', label: 'File name of each copy', usual: '[image_name]-[geo_city]-[geo_state]' },
  { name: 'caption', label: 'Caption of each copy', usual: '[geo_city], [geo_state]' },
] as const;

/** "Upload Images" of a Geocoder: the photos, and templates for file names and captions. */
function ImagesSection({ form: whole }: { form: WholeForm }) {
  const { form, errors, images } = whole;
  return (
    <Section {...sections.images} hint="JPEG photos of the job; each is tagged for every town">
      <ImagePicker
        images={images}
        formats="JPEG (.jpg)"
        used="JPEG images"
        error={form.failedSubmits > 0 ? errors.file : undefined}
      />
      <Templates form={whole} />
    </Section>
  );
}

/** Optional templates for file names and captions of the copies. */
function Templates({ form: { form } }: { form: WholeForm }) {
  return (
    <>
      <Box
        display="grid"
        style={{ gridTemplateColumns: 'repeat(auto-fit, minmax(240px, 1fr))', gap: '14px' }}
      >
        {TEMPLATES.map(({ name, label, usual }) => (
          <TextInput
            key={name}
            {...form.field(name)}
            label={label}
            placeholder={usual}
            autoComplete="off"
            spellCheck={false}
          />
        ))}
      </Box>
      <Box component="p" c="var(--text2)" fz="small">
        Optional. Columns of the sheet in brackets, and <code>[image_name]</code>, are filled in for each
        copy.
      </Box>
    </>
  );
}

/** "Primary Images" of a form: optional photos for placeholders. */
function PrimarySection({ form }: { form: Pick<WholeForm, 'images'> }) {
  return (
    <Section {...sections.primary} hint="Optional: photos that the pages show">
      <ImagePicker
        images={form.images}
        formats="JPEG, PNG or WebP"
        used="JPEG, PNG and WebP images"
        isOrdered
      />
      <Box component="p" c="var(--text2)" fz="small">
        In the seed page, <code>[image_1]</code>, <code>[image_2]</code> and so on become the URLs of the
        images; <code>[featured_image]</code> becomes that of a different image on each page, in rotation.{' '}
        <code>[image_1_alt]</code> becomes the name of the image. Drag images to reorder them, or use their
        arrows.
      </Box>
    </Section>
  );
}

/** @param hasImages true for a Geocoder, whose rows become towns instead of pages */
export function describeOutcome(
  { inspection, draft }: Pick<ProjectForm, 'inspection' | 'draft'>,
  hasImages = false,
): string {
  if (!inspection || (!draft.seed && !draft.sheet && !draft.linked)) return '';
  const { outcome, table, seed, problems } = inspection;
  const faults = problems.filter(({ severity }) => severity === 'fault').length;
  if (faults > 0)
    return `${formatAmount(faults, 'problem')} to fix before ${hasImages ? 'images can be tagged' : 'pages can be built'}.`;
  if (outcome && hasImages)
    return `${formatCount(outcome.pages)} of ${formatAmount(outcome.pages + outcome.skipped, 'town')} ready.`;
  if (outcome) {
    return `${formatCount(outcome.pages)} of ${formatAmount(outcome.pages + outcome.skipped, 'page')} ready to import.`;
  }
  if (seed) return `Seed page read: ${formatAmount(seed.placeholders.length, 'placeholder')}.`;
  return table ? `Sheet read: ${formatAmount(table.rowCount, 'row')}.` : '';
}

type Taking = Pick<WholeForm, 'projectId' | 'takeSeed' | 'takeSheet'>;

/** Uploads files that were chosen before the form was open. */
function useUnsentFiles({ projectId, takeSeed, takeSheet }: Taking, unsent: Unsent): void {
  const isNew = projectId === undefined;
  const take = useEffectEvent(() => {
    const seed = unsent.seed ?? (isNew ? takeStashedSeed(readUserData()?.id) : undefined);
    if (seed) takeSeed(seed);
    if (unsent.sheet) takeSheet(unsent.sheet);
  });
  useEffect(() => take(), []);
}
