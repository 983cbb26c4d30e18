/** "Upload Seed Page": the whole card is a drop target; empty it is one large button. */
import { DropArea } from '#web/ui/drop-area.tsx';
import { Section } from '#web/ui/section.tsx';
import { useFileDrop } from '#web/ui/use-file-drop.ts';
import { useFilePicker } from '#web/ui/use-file-picker.tsx';
import { useFocusPlace } from '#web/ui/use-focus-place.ts';
import { SEED_ACCEPT } from './file-kind.rules.ts';
import { readKeptNames } from './kept-names.tsx';
import { sections } from './messages.ts';
import classes from './panel.module.css';
import { SeedCard } from './seed-card.tsx';
import { SeedHelp } from './seed-help.tsx';
import { SeedUploadLine } from './seed-upload-line.tsx';
import type { ProjectForm } from './use-project-form.ts';

export function SeedSection({ project: form }: { project: ProjectForm }) {
  const project = form.reading;
  const { place, withFocus } = useFocusPlace<HTMLDivElement>();
  const take = withFocus(project.takeSeed);
  const { isOver, handlers } = useFileDrop(take);
  const picker = useFilePicker(SEED_ACCEPT, take);
  const { seed } = project.inputs;
  return (
    <Section {...sections.seed} hint="A WordPress export (.xml) with one page">
      {picker.field}
      <div ref={place} {...handlers}>
        {seed ? (
          <SeedCard
            project={project}
            kept={readKeptNames(form)}
            seed={seed}
            isOver={isOver}
            onReplace={picker.open}
            onRemove={withFocus(project.dropSeed)}
          />
        ) : (
          <DropArea
            call="Drop the seed page here"
            hint=".xml exported from WordPress, up to 20 MiB"
            isOver={isOver}
            onOpen={picker.open}
          />
        )}
      </div>
      {!seed && <SeedHelp />}
      <SeedUploadLine project={form} />
      {(project.refused.seed ?? form.errors.file) && (
        <p role="alert" className={classes.refused}>
          {project.refused.seed ?? form.errors.file}
        </p>
      )}
    </Section>
  );
}
