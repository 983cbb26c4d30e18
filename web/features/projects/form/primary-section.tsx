/** "Primary Images" of a form: optional photos for placeholders. */
import { Box } from '@mantine/core';
import { Section } from '#web/ui/section.tsx';
import { ImagePicker } from './image-picker.tsx';
import { sections } from '../shared/messages.ts';
import type { WholeForm } from './use-project-form.ts';

export function PrimarySection({ form }: { form: Pick<WholeForm, 'images'> }) {
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
