/** "Project Details": title, domain and notes of the project. */
import { hasSiteBaseUrl } from '#contract/project-types.ts';
import { findSiteFault } from '#contract/project-shapes.ts';
import { Box, Textarea, TextInput } from '@mantine/core';
import { UrlField } from '#web/kit/url-field.tsx';
import { BAR_BUTTONS_ID } from '#web/kit/form-bar.tsx';
import { Section } from '#web/ui/section.tsx';
import { SkipLink } from '#web/ui/skip-link.tsx';
import { DomainField } from './domain-field.tsx';
import { sections } from '../shared/messages.ts';
import { ProblemList } from '../shared/problem-list.tsx';
import { formatType } from '../shared/project-types.rules.ts';
import panel from './panel.module.css';
import { placeProblems } from './problem-place.rules.ts';
import type { WholeForm } from './use-project-form.ts';

export function DetailsSection({ form: whole }: { form: WholeForm }) {
  const { form, type, projectId } = whole;
  const { details } = placeProblems(whole.inspection, whole.draft.seed?.name);
  return (
    <Section {...sections.details} hint="">
      <Box
        display="grid"
        style={{ gridTemplateColumns: 'repeat(auto-fit, minmax(240px, 1fr))', gap: '12px 16px' }}
      >
        <TextInput
          {...form.field('title')}
          label="Title"
          dir="auto"
          readOnly={projectId !== undefined}
          autoComplete="off"
        />
        <SkipLink to={BAR_BUTTONS_ID}>Skip to Save Project</SkipLink>
        {type !== 'geocoder' && <DomainField form={whole} />}
      </Box>
      {hasSiteBaseUrl(type) && (
        <UrlField
          {...form.field('site_base_url')}
          findFault={findSiteFault}
          label="Site base URL"
          description={`Added to links and file URLs, which ${formatType(type)} exports without a host.`}
          placeholder="https://www.example.com"
        />
      )}
      {details.length > 0 && (
        <div className={panel.card}>
          <ProblemList problems={details} />
        </div>
      )}
      {type !== 'geocoder' && <Textarea {...form.field('notes')} label="Notes" dir="auto" rows={2} />}
    </Section>
  );
}
