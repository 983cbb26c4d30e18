/** "Footer Link Structure": template of one link per row, and a preview with the first row. */
import { Box, Flex, VisuallyHidden } from '@mantine/core';
import { useRef } from 'react';
import { Section } from '#web/ui/section.tsx';
import { ConstructButton } from './construct-button.tsx';
import type { FieldCursor } from './footer-cursor.ts';
import { FooterField } from './footer-field.tsx';
import { findHtmlFlaws, type HtmlFlaw } from './footer-html.rules.ts';
import { FooterPicker } from './footer-picker.tsx';
import { listInsertables } from './footer-picker.rules.ts';
import { sections } from '../shared/messages.ts';
import panel from './panel.module.css';
import { ProblemList } from '../shared/problem-list.tsx';
import { placeProblems } from './problem-place.rules.ts';
import type { WholeForm } from './use-project-form.ts';

const ERROR_ID = 'field-footer_links-error';

export function FooterSection({ form: whole }: { form: WholeForm }) {
  const { form, setField, inspection, draft } = whole;
  const placed = placeProblems(inspection, draft.seed?.name).footer;
  const flaws = findHtmlFlaws(form.values.footer_links).map(toProblem);
  const { firstLink: link, linkTemplate } = inspection?.outcome ?? {};
  const cursor = useRef<FieldCursor>(null);
  const insert = (text: string) => cursor.current?.insert(text);
  const error = form.errors.footer_links;
  return (
    <Section {...sections.footer} hint="One link for each row, for the site's own footer">
      <FooterField
        id="field-footer_links"
        label="Footer link template"
        value={form.values.footer_links}
        hasError={error !== undefined}
        describedBy={error === undefined ? undefined : ERROR_ID}
        cursor={cursor}
        onChange={(value) => setField('footer_links', value)}
        onLeave={() => form.touch('footer_links')}
      />
      {error !== undefined && (
        <Box component="p" id={ERROR_ID} role="alert" c="var(--crimson-text)" fz="small">
          {error}
        </Box>
      )}
      <Flex wrap="wrap" align="flex-start" justify="space-between" gap={8}>
        <FooterPicker items={listInsertables(inspection)} onPick={insert} />
        <ConstructButton form={whole} onInsert={insert} />
      </Flex>
      {placed.length + flaws.length > 0 && (
        <div className={panel.card}>
          <ProblemList problems={[...placed, ...flaws]} />
        </div>
      )}
      {linkTemplate !== undefined && (
        <Box component="p" c="var(--text2)" fz="small">
          With two lists, the default includes both:{' '}
          <code style={{ overflowWrap: 'anywhere' }}>{linkTemplate}</code>
        </Box>
      )}
      {link ? (
        <FirstLink link={link} />
      ) : (
        <Box component="p" c="var(--text2)" fz="small">
          {inspection?.seed && inspection.table
            ? 'The first row’s link appears here once the pages can be built.'
            : 'Add a seed page and a sheet to see the first row’s link here.'}
        </Box>
      )}
    </Section>
  );
}

function FirstLink({ link: { html, text, url } }: { link: { html: string; text: string; url: string } }) {
  return (
    <Box component="dl" display="grid" fz="small" style={{ gap: '4px' }}>
      <Flex wrap="wrap" align="baseline" gap="2px 12px">
        <Box component="dt" c="var(--text3)">
          First row
        </Box>
        <Box component="dd" fw={500} style={{ borderBottom: '1px solid var(--line2)' }}>
          {text}
        </Box>
        <Box component="dd" c="var(--text2)" ff="monospace" fz="note" style={{ overflowWrap: 'anywhere' }}>
          {url}
        </Box>
      </Flex>
      <VisuallyHidden component="dt">As code</VisuallyHidden>
      <Box component="dd" c="var(--text3)" ff="monospace" fz="note" style={{ overflowWrap: 'anywhere' }}>
        {html}
      </Box>
    </Box>
  );
}

/** Warnings don't block saving; the HTML is used as written. */
const toProblem = ({ line, column, text }: HtmlFlaw) => ({
  severity: 'notice' as const,
  line,
  column,
  text: `Invalid HTML: ${text}`,
});
