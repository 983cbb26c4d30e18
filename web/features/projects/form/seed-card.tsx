/** The inspected seed: kind of export, its page, and its problems. */
import { Box, Flex, NativeSelect } from '@mantine/core';
import { FileCodeCorner } from 'lucide-react';
import { draftsContract } from '#contract/drafts.contract.ts';
import type { PlatformId } from '#contract/platforms.ts';
import { call } from '#web/client/call.ts';
import { FileHead } from '#web/ui/file-head.tsx';
import { formatAmount, formatBytes } from '#web/ui/format-figure.ts';
import { BusyLine } from '#web/ui/busy-line.tsx';
import { SignedLink } from '#web/ui/signed-link.tsx';
import { messages } from '../shared/messages.ts';
import { ProblemList } from '../shared/problem-list.tsx';
import { Fault } from './fault.tsx';
import { FixButton } from './fix-button.tsx';
import type { Problem, ProjectForm, SeedInspection } from './form-state.ts';
import { KeptNames } from './kept-names.tsx';
import { OtherPlatform, UnclearPlatform } from './other-platform.tsx';
import { PanelRow } from './panel-row.tsx';
import classes from './panel.module.css';
import { CHOICE_CODES, placeProblems } from './problem-place.rules.ts';
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

type Choices = NonNullable<SeedInspection['choices']>;

/** `Plumber in [geo_city] (page, draft, ID 40)` */
function describeChoice({ title, type, id, slug, status, page }: Choices[number]): string {
  const facts = [
    type || 'no type',
    ...(['publish', ''].includes(status) ? [] : [status]),
    ...(id > 0 ? [`ID ${id}`] : slug === '' ? [] : [slug]),
    ...(page === '' ? ['shares its name with another page'] : []),
  ];
  return `${title || 'Untitled'} (${facts.join(', ')})`;
}

/** Chooses the seed page of a whole export in which several pages have placeholders. */
function PagePicker({ form, choices }: { form: ProjectForm; choices: Choices }) {
  const page = form.values.seed_page;
  const current = choices.find(
    (choice) => page !== '' && [choice.page, String(choice.id), choice.slug, choice.title].includes(page),
  );
  const missing =
    page === '' ? 'Choose the page to fill' : 'The page you chose isn’t in this export. Choose another one';
  return (
    <PanelRow>
      <NativeSelect
        id="field-seed_page"
        w="100%"
        maw={560}
        label="Seed page"
        description={`This export has ${formatAmount(choices.length, 'page')} with placeholders.`}
        error={current ? undefined : missing}
        value={current?.page ?? ''}
        onChange={(event) => form.setField('seed_page', event.currentTarget.value)}
        data={[
          ...(current ? [] : [{ value: '', label: 'Choose a page', disabled: true }]),
          ...choices.map((choice, index) => ({
            value: choice.page || `shared-${index}`,
            label: describeChoice(choice),
            disabled: choice.page === '',
          })),
        ]}
      />
    </PanelRow>
  );
}

interface SeedExcerptProps {
  place: { line: number; column: number; excerpt: { line: number; text: string }[] };
  text: string;
}

/** Lines of the seed around one position, numbered as in the file, with the text at the position marked. */
function SeedExcerpt({ place, text }: SeedExcerptProps) {
  const indent = commonIndent(place.excerpt.map((line) => line.text));
  const withoutIndent = (line: string) => (line.startsWith('…') ? line : line.slice(indent));
  return (
    <Box component="pre" style={{ overflow: 'hidden' }}>
      {place.excerpt.map((line) => {
        const isPlace = line.line === place.line;
        const [before, mark, after] = isPlace
          ? splitAtMark(withoutIndent(line.text), text, place.column - indent)
          : [withoutIndent(line.text), '', ''];
        return (
          <Flex component="span" key={line.line} gap={12} c={isPlace ? 'var(--text)' : 'var(--text2)'}>
            <Box
              component="span"
              flex="none"
              miw={24}
              c="var(--text3)"
              ta="end"
              style={{ userSelect: 'none' }}
            >
              {line.line}
            </Box>
            <Box
              component="span"
              miw={0}
              style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap', tabSize: 2 }}
            >
              {before}
              {mark && (
                <Box
                  component="mark"
                  bg="none"
                  c="var(--mark, inherit)"
                  fw={600}
                  td="underline dashed"
                  style={{ textUnderlineOffset: '3px' }}
                >
                  {mark}
                </Box>
              )}
              {after}
            </Box>
          </Flex>
        );
      })}
    </Box>
  );
}

/** Splits a line around the match closest to the column; a cut line is centered on it. */
export function splitAtMark(line: string, mark: string, column: number): [string, string, string] {
  const wanted = line.startsWith('…') ? line.length / 2 : column - 1;
  let nearest = -1;
  for (let at = mark === '' ? -1 : line.indexOf(mark); at >= 0; at = line.indexOf(mark, at + 1)) {
    if (nearest < 0 || Math.abs(at - wanted) < Math.abs(nearest - wanted)) nearest = at;
  }
  if (nearest < 0) return [line, '', ''];
  return [line.slice(0, nearest), mark, line.slice(nearest + mark.length)];
}

/** Counts the leading spaces that all lines share; blank lines and cut lines don't count. */
export function commonIndent(lines: readonly string[]): number {
  const indents = lines
    .filter((line) => line.trim() !== '' && !line.startsWith('…'))
    .map((line) => line.length - line.trimStart().length);
  return indents.length === 0 ? 0 : Math.min(...indents);
}
