/** "Upload Images" of a Geocoder: the photos, and templates for file names and captions. */
import { Box, TextInput } from '@mantine/core';
import { Section } from '#web/ui/section.tsx';
import { ImagePicker } from './image-picker.tsx';
import { sections } from '../shared/messages.ts';
import type { WholeForm } from './use-project-form.ts';

const TEMPLATES = [
  { name: 'file_name', label: 'File name of each copy', usual: '[image_name]-[geo_city]-[geo_state]' },
  { name: 'caption', label: 'Caption of each copy', usual: '[geo_city], [geo_state]' },
] as const;

export function ImagesSection({ form: whole }: { form: WholeForm }) {
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
