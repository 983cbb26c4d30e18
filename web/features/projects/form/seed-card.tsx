/** The seed as the engine read it: what kind of export, which placeholders, and what is wrong with it. */
import { FileCodeCorner } from 'lucide-react';
import type { FormatId, OfferedFix, PlaceholderUse, Problem, SeedInspection } from '#engine';
import { BusyLine } from '#web/ui/busy-line.tsx';
import { FileHead } from '#web/ui/file-head.tsx';
import { formatBytes } from '#web/ui/format-figure.ts';
import { type KeptNames, KeptNote } from './kept-names.tsx';
import { OtherPlatform, UnclearPlatform } from './other-platform.tsx';
import { ConvertButton } from './convert-button.tsx';
import { CHOICE_CODES, type ChosenPage, PatternChoice } from './pattern-choice.tsx';
import classes from './panel.module.css';
import { PlaceholderRow } from './placeholder-row.tsx';
import { ProblemList } from '../shared/problem-list.tsx';
import { placeProblems } from './problem-place.rules.ts';
import { RemoveFact } from './remove-fact.tsx';
import { SeedFacts } from './seed-facts.tsx';
import { FixedNote, UnknownPlaceholders } from './unknown-placeholders.tsx';
import { SeedRefused } from './seed-refused.tsx';
import type { FormReading } from './use-form-reading.ts';

interface Props {
  project: FormReading;
  kept: KeptNames;
  chosen: ChosenPage;
  seed: File;
  /** Platform of the project. */
  platform: FormatId;
  isOver: boolean;
  /** Makes it a project of another platform. */
  onSwitch: ((name: string) => void) | undefined;
  onReplace: () => void;
  onRemove: () => void;
}

export function SeedCard({ project, kept, chosen, seed, platform, isOver, onSwitch, ...file }: Props) {
  const { isFresh, state } = project;
  const isWaiting = !isFresh.seed && state.isBusy;
  const answer = isFresh.seed ? state.answer : undefined;
  const { other, platforms = [] } = answer ?? {};
  return (
    <div className={classes.card} data-over={isOver || undefined}>
      <FileHead
        icon={<FileCodeCorner size={20} strokeWidth={1.75} absoluteStrokeWidth />}
        name={seed.name}
        facts={isWaiting ? <BusyLine text="Reading the seed page" /> : formatBytes(seed.size)}
        onReplace={file.onReplace}
        onRemove={file.onRemove}
        noun="the seed page"
      />
      {other && <OtherPlatform other={other} onSwitch={onSwitch} />}
      {!other && platforms.includes(platform) && (
        <UnclearPlatform platforms={platforms} current={platform} onSwitch={onSwitch} />
      )}
      {isFresh.seed && <SeedReading project={project} kept={kept} chosen={chosen} seed={seed} />}
    </div>
  );
}

/** These are in the card in a fuller form. */
const isShownAbove = ({ code, severity }: Problem, uses: readonly PlaceholderUse[]) =>
  code === 'brackets-untouched' ||
  (code === 'placeholder-unknown' && severity === 'fault') ||
  (code === 'image-missing' && uses.some(({ state, isImage }) => state === 'unknown' && isImage));

function findFix(seed: SeedInspection | undefined, problem: Problem): OfferedFix | undefined {
  return seed?.fixes?.find(
    ({ code, line, column }) => code === problem.code && line === problem.line && column === problem.column,
  );
}

/** What the newest answer says of this very file. */
function SeedReading({ project, kept, chosen, seed }: Pick<Props, 'project' | 'kept' | 'chosen' | 'seed'>) {
  const { inspection } = project;
  if (!inspection) return null;
  const problems = placeProblems(inspection, seed.name).seed;
  if (!inspection.seed) return <SeedRefused problems={problems} broken={project.state.answer?.broken} />;
  const { placeholders: uses, choices = [] } = inspection.seed;
  const isListed = (problem: Problem) =>
    !isShownAbove(problem, uses) && !(choices.length > 0 && CHOICE_CODES.has(problem.code));
  const shown = problems.filter(isListed);
  // one click converts all forms
  const firstSpelling = shown.find(({ code }) => code === 'other-spelling');
  return (
    <>
      <SeedFacts seed={inspection.seed} />
      {choices.length > 0 && <PatternChoice choices={choices} chosen={chosen} />}
      {uses.length > 0 && <PlaceholderRow uses={uses} />}
      <FixedNote project={project} seed={seed} />
      <KeptNote kept={kept} />
      <UnknownPlaceholders project={project} uses={uses} kept={kept} />
      <ProblemList
        problems={shown}
        renderRemedy={(problem) =>
          problem === firstSpelling ? (
            <ConvertButton convertSeed={project.convertSeed} />
          ) : (
            <RemoveFact project={project} fix={findFix(inspection.seed, problem)} />
          )
        }
      />
    </>
  );
}
