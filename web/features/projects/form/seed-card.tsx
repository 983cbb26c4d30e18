/** The inspected seed: kind of export, its page, and its problems. */
import { Box } from '@mantine/core';
import { FileCodeCorner } from 'lucide-react';
import { draftsContract } from '#contract/drafts.contract.ts';
import type { PlatformId } from '#contract/platforms.ts';
import { call } from '#web/client/call.ts';
import { FileHead } from '#web/ui/file-head.tsx';
import { formatBytes } from '#web/ui/format-figure.ts';
import { BusyLine } from '#web/ui/busy-line.tsx';
import { SignedLink } from '#web/ui/signed-link.tsx';
import { messages } from '../shared/messages.ts';
import { ProblemList } from '../shared/problem-list.tsx';
import { Fault } from './fault.tsx';
import { FixButton } from './fix-button.tsx';
import type { Problem, ProjectForm, SeedInspection } from './form-state.ts';
import { KeptNames } from './kept-names.tsx';
import { OtherPlatform, UnclearPlatform } from './other-platform.tsx';
import { PagePicker } from './page-picker.tsx';
import { PanelRow } from './panel-row.tsx';
import classes from './panel.module.css';
import { CHOICE_CODES, placeProblems } from './problem-place.rules.ts';
import { SeedExcerpt } from './seed-excerpt.tsx';
import { SeedFacts } from './seed-facts.tsx';

interface Props {
  form: ProjectForm;
  seed: NonNullable<ProjectForm['draft']['seed']>;
  platform: PlatformId;
  isOver: boolean;
  onSwitch: ((name: string) => void) | undefined;
  onReplace: () => void;
  onRemove: () => void;
}

export function SeedCard({ form, seed, platform, isOver, onSwitch, onReplace, onRemove }: Props) {
  const { otherPlatform, platforms = [], inspection } = form;
  const isWaiting = form.reading.isBusy && inspection === undefined;
  return (
    <div className={classes.card} data-over={isOver || undefined}>
      <FileHead
        icon={<FileCodeCorner size={20} />}
        name={seed.name}
        facts={isWaiting ? <BusyLine text="Reading the seed page" /> : formatBytes(seed.size)}
        onReplace={onReplace}
        onRemove={onRemove}
        noun="the seed page"
      />
      {otherPlatform !== undefined && <OtherPlatform other={otherPlatform} onSwitch={onSwitch} />}
      {otherPlatform === undefined && platforms.includes(platform) && (
        <UnclearPlatform platforms={platforms} current={platform} onSwitch={onSwitch} />
      )}
      {inspection?.seed && <SeedReading form={form} read={inspection.seed} />}
      {inspection && !inspection.seed && otherPlatform === undefined && <UnreadSeed form={form} />}
    </div>
  );
}

function SeedReading({ form, read }: { form: ProjectForm; read: SeedInspection }) {
  const { choices = [] } = read;
  const { seed } = placeProblems(form.inspection, form.draft.seed?.name);
  const shown = choices.length > 0 ? seed.filter(({ code }) => !CHOICE_CODES.has(code)) : seed;
  // One click converts all spellings.
  const firstSpelling = shown.find(({ code }) => code === 'other-spelling');
  return (
    <>
      <SeedFacts seed={read} isMatched={form.inspection?.table !== undefined} />
      {choices.length > 0 && <PagePicker form={form} choices={choices} />}
      <Changes form={form} />
      <KeptNames form={form} />
      <ProblemList
        problems={shown}
        renderRemedy={(problem) =>
          problem === firstSpelling ? (
            <FixButton form={form} request={{ kind: 'convert' }} done="Placeholders converted">
              Convert all
            </FixButton>
          ) : (
            <SeedFix form={form} read={read} problem={problem} />
          )
        }
      />
    </>
  );
}

interface FixProps {
  form: ProjectForm;
  read: SeedInspection;
  problem: Problem;
}

/** Fix that the inspection offers for this problem, if any. */
function SeedFix({ form, read, problem: { code, line, column } }: FixProps) {
  const fix = read.fixes?.find((one) => one.code === code && one.line === line && one.column === column);
  if (!fix) return null;
  return (
    <FixButton form={form} request={{ kind: 'seed', code, line: fix.line, column: fix.column }}>
      {fix.label}
    </FixButton>
  );
}

/** Fixes were applied to the stored copy; the user's own file is unchanged. */
function Changes({ form }: { form: ProjectForm }) {
  const { seed } = form.draft;
  if (!seed || seed.changes.length === 0) return null;
  return (
    <PanelRow isNote>
      <p>Fixed here: {seed.changes.join(', ')}. Your own file is unchanged.</p>
      <SignedLink address={seed.url} onRenew={() => renewSeed(form)}>
        Download {seed.name}
      </SignedLink>
    </PanelRow>
  );
}

/** Seed that can't be read: an excerpt of the first fault, then all problems. */
function UnreadSeed({ form }: { form: ProjectForm }) {
  const { broken } = form;
  const { seed } = placeProblems(form.inspection, form.draft.seed?.name);
  if (seed.length === 0) return null;
  return (
    <>
      <Fault role="alert">
        <strong>{messages.seedUnread}</strong>
        {broken && (
          <Box component="div" miw={0}>
            <SeedExcerpt place={broken} text={broken.mark} />
          </Box>
        )}
      </Fault>
      <ProblemList problems={seed} />
    </>
  );
}

const renewSeed = async ({ draft }: ProjectForm): Promise<string | undefined> =>
  (await call(draftsContract.show, { params: { id: draft.id } })).seed?.url;
