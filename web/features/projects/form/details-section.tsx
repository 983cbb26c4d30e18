/** "Project Details": what the project is called, and words for those who work on it. */
import { hasSiteBaseUrl } from '#contract/project-types.ts';
import { Textarea, TextInput } from '@mantine/core';
import { Section } from '#web/ui/section.tsx';
import { DomainField } from './domain-field.tsx';
import { sections } from '../shared/messages.ts';
import type { WholeForm } from './use-project-form.ts';

export function DetailsSection({ form: whole }: { form: WholeForm }) {
  const { form, setField, type, projectId } = whole;
  return (
    <Section {...sections.details} hint="">
      <TextInput
        id="field-title"
        label="Title"
        dir="auto"
        value={form.values.title}
        error={form.errors.title}
        readOnly={projectId !== undefined}
        autoComplete="off"
        onChange={(event) => setField('title', event.currentTarget.value)}
        onBlur={() => form.touch('title')}
      />
      {type !== 'geocoder' && <DomainField form={whole} />}
      {hasSiteBaseUrl(type) && (
        <TextInput
          id="field-site_base_url"
          label="Site base URL"
          description="Added to links and file URLs, which Drupal exports without a host."
          type="url"
          placeholder="https://www.example.com"
          value={form.values.site_base_url}
          error={form.errors.site_base_url}
          autoComplete="off"
          onChange={(event) => setField('site_base_url', event.currentTarget.value)}
          onBlur={() => form.touch('site_base_url')}
        />
      )}
      {type !== 'geocoder' && (
        <Textarea
          id="field-notes"
          label="Notes"
          dir="auto"
          value={form.values.notes}
          error={form.errors.notes}
          rows={2}
          onChange={(event) => setField('notes', event.currentTarget.value)}
          onBlur={() => form.touch('notes')}
        />
      )}
    </Section>
  );
}
