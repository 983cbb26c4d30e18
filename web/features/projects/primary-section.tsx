/** "Primary Images" of a form: optional photos that the pages show by placeholders. */
import { Box } from '@mantine/core';
import { Section } from '#web/ui/section.tsx';
import { ImagePicker } from './image-picker.tsx';
import { sections } from './messages.ts';
import type { ProjectForm } from './use-project-form.ts';

export function PrimarySection({ project }: { project: ProjectForm }) {
  return (
    <Section {...sections.primary} hint="Optional: photos that the pages show">
      <ImagePicker project={project} formats="JPEG, PNG or WebP" used="images" isOrdered />
      <Box component="p" c="var(--text2)" fz="small">
        In the seed page, <code>[image_1]</code>, <code>[image_2]</code> and so on are the addresses of the
        images, and <code>[featured_image]</code> is that of a different one on each page, in turn.{' '}
        <code>[image_1_alt]</code> is the name of an image. Drag an image to another place, or use its arrows.
      </Box>
    </Section>
  );
}
