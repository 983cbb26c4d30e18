/** "Upload Seed Page": the whole card is a drop target; empty it is one large button. */
import { Box } from '@mantine/core';
import { fileEnding } from '#contract/project-types.ts';
import { isSeedFile } from '#contract/seed-file.ts';
import { DropArea } from '#web/ui/drop-area.tsx';
import { Section } from '#web/ui/section.tsx';
import { useFileDrop } from '#web/ui/use-file-drop.ts';
import { useFilePicker } from '#web/ui/use-file-picker.tsx';
import { useFocusPlace } from '#web/ui/use-focus-place.ts';
import { readKeptNames } from './kept-names.tsx';
import { readChosenPage } from './pattern-choice.tsx';
import { sections } from '../shared/messages.ts';
import { pageTypeOf, SEED_WORDS } from '../shared/project-types.rules.ts';
import { SeedCard } from './seed-card.tsx';
import { SeedHelp } from './seed-help.tsx';
import { SeedUploadLine } from './seed-upload-line.tsx';
import type { ProjectForm } from './use-project-form.ts';

interface Props {
  project: ProjectForm;
  /** Makes it a project of another platform. */
  onSwitch: ((name: string) => void) | undefined;
}

export function SeedSection({ project: form, onSwitch }: Props) {
  const type = pageTypeOf(form.start.type);
  const ending = fileEnding(type);
  const project = form.reading;
  const { place, withFocus } = useFocusPlace<HTMLDivElement>();
  const chosen = readChosenPage(form);
  // a page of the previous file
  const forgetPage = () => chosen.page !== '' && chosen.choose('');
  const take = withFocus((file: File) => {
    if (isSeedFile(file, type)) forgetPage();
    project.takeSeed(file);
  });
  /** The button of a fix goes away with its problem. */
  const keepFocus =
    <Given extends unknown[]>(fix: (...given: Given) => Promise<boolean>) =>
    (...given: Given) =>
      new Promise<boolean>((resolve, reject) => {
        withFocus(() => void fix(...given).then(resolve, reject))();
      });
  const fixable = {
    ...project,
    fixSeed: keepFocus(project.fixSeed),
    convertSeed: keepFocus(project.convertSeed),
    removeFact: keepFocus(project.removeFact),
  };
  const { isOver, handlers } = useFileDrop(take);
  const picker = useFilePicker(`.${ending},text/${ending}`, take);
  const { seed } = project.inputs;
  return (
    <Section {...sections.seed} hint={SEED_WORDS[type].hint}>
      {picker.field}
      <div ref={place} {...handlers}>
        {seed ? (
          <SeedCard
            project={fixable}
            kept={readKeptNames(form)}
            chosen={chosen}
            seed={seed}
            platform={type}
            isOver={isOver}
            onSwitch={onSwitch}
            onReplace={picker.open}
            onRemove={withFocus(() => {
              forgetPage();
              project.dropSeed();
            })}
          />
        ) : (
          <DropArea
            call="Drop the seed page here"
            hint={SEED_WORDS[type].drop}
            isOver={isOver}
            onOpen={picker.open}
          />
        )}
      </div>
      {!seed && <SeedHelp type={type} />}
      <SeedUploadLine project={form} />
      {(project.refused.seed ?? form.errors.file) && (
        <Box component="p" role="alert" c="var(--crimson-text)" fz="small">
          {project.refused.seed ?? form.errors.file}
        </Box>
      )}
    </Section>
  );
}
