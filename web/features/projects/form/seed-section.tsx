/** "Upload Seed Page": the whole card is a drop target; an empty card is one large button. */
import { Button } from '@mantine/core';
import { SEED_FIELDS } from '#contract/platform-guides.ts';
import { getFileExtension } from '#contract/project-types.ts';
import type { PlatformId } from '#contract/platforms.ts';
import { BusyLine } from '#web/ui/busy-line.tsx';
import { DropArea } from '#web/ui/drop-area.tsx';
import { Section } from '#web/ui/section.tsx';
import { useFileDrop } from '#web/ui/use-file-drop.ts';
import { useFilePicker } from '#web/ui/use-file-picker.tsx';
import { useFocusPlace } from '#web/ui/use-focus-place.ts';
import { ExportGuide } from '#web/ui/platform-guides.tsx';
import { SampleFiles } from '#web/ui/sample-files.tsx';
import { messages, sections } from '../shared/messages.ts';
import { ProblemList } from '../shared/problem-list.tsx';
import { toPlatformId } from '../shared/project-types.rules.ts';
import { Fault } from './fault.tsx';
import type { ProjectForm } from './form-state.ts';
import panel from './panel.module.css';
import { formatShare, UploadFault } from './upload-state.tsx';
import { SeedCard } from './seed-card.tsx';
import classes from './seed-help.module.css';

interface Props {
  form: ProjectForm;
  /** Switches the platform; undefined if the type can't change. */
  onSwitch?: ((name: string) => void) | undefined;
}

export function SeedSection({ form, onSwitch }: Props) {
  const type = toPlatformId(form.type);
  const extension = getFileExtension(type);
  const { place, withFocus } = useFocusPlace<HTMLDivElement>();
  const take = withFocus(form.takeSeed);
  const { isOver, handlers } = useFileDrop(take);
  const picker = useFilePicker(`.${extension},text/${extension}`, take);
  return (
    <Section {...sections.seed} hint={SEED_FIELDS[type].hint}>
      {picker.field}
      <div ref={place} {...handlers}>
        {form.draft.seed ? (
          <SeedCard
            form={form}
            seed={form.draft.seed}
            platform={type}
            isOver={isOver}
            onSwitch={onSwitch}
            onReplace={picker.open}
            onRemove={withFocus(form.dropSeed)}
          />
        ) : (
          <DropArea
            id="field-file"
            call="Drop the seed page here"
            hint={SEED_FIELDS[type].drop}
            isOver={isOver}
            onOpen={picker.open}
          />
        )}
      </div>
      <UploadState form={form} />
      {!form.draft.seed && <SeedHelp type={type} />}
    </Section>
  );
}

/** Upload progress, or the reason why it failed. Problems of an inspected file are in the card. */
function UploadState({ form: { seed, errors } }: { form: ProjectForm }) {
  if (seed.state === 'sending') return <BusyLine text={formatShare('Uploading the seed page', seed)} />;
  if (seed.state !== 'failed') return errors.file === undefined ? null : <UploadFault text={errors.file} />;
  const { error = messages.uploadFailed, detail, problems = [], retry } = seed;
  // A file with problems was uploaded.
  const headline = problems.length > 0 ? messages.seedUnread : error;
  return (
    <div className={panel.card}>
      <Fault
        role="alert"
        actions={
          retry && (
            <Button size="xs" onClick={retry}>
              Try again
            </Button>
          )
        }
      >
        <strong>{headline}</strong>
        {detail !== undefined && detail !== headline && problems.length === 0 && <span>{detail}</span>}
      </Fault>
      <ProblemList problems={problems} />
    </div>
  );
}

/** Answers to the first questions about the seed page, shown until one is chosen. */
function SeedHelp({ type }: { type: PlatformId }) {
  return (
    <div className={classes.help}>
      <details>
        <summary>What is a placeholder?</summary>
        <p>
          A column name in brackets, such as <code>[geo_city]</code>. Type it into your page wherever the text
          changes from town to town. Geoloom makes one page for each row of your sheet and puts the cell of
          that row in its place.
        </p>
      </details>
      <details>
        <summary>How to export</summary>
        <ExportGuide platform={type} />
      </details>
      <p>
        <SampleFiles type={type} />
      </p>
    </div>
  );
}
