/** "Footer Link Structure": the template of one link a row, and what the first row makes of it. */
import { Textarea } from '@mantine/core';
import { Section } from '#web/ui/section.tsx';
import classes from './footer-section.module.css';
import { sections } from './messages.ts';
import panel from './panel.module.css';
import { ProblemList } from './problem-list.tsx';
import { placeProblems } from './problem-place.rules.ts';
import type { ProjectForm } from './use-project-form.ts';

export function FooterSection({ project }: { project: ProjectForm }) {
  const { form, setField } = project;
  const { inspection, inputs } = project.reading;
  const problems = inspection ? placeProblems(inspection, inputs.seed?.name).footer : [];
  const link = inspection?.outcome?.firstLink;
  return (
    <Section {...sections.footer} hint="One link for each row, for the site's own footer">
      <Textarea
        aria-label="Footer link template"
        classNames={{ input: classes.template }}
        id="field-footer_links"
        value={form.values.footer_links}
        error={form.errors.footer_links}
        rows={2}
        spellCheck={false}
        onChange={(event) => setField('footer_links', event.currentTarget.value)}
      />
      {problems.length > 0 && (
        <div className={panel.card}>
          <ProblemList problems={problems} />
        </div>
      )}
      {link ? (
        <dl className={classes.preview}>
          <div className={classes.first}>
            <dt>First row</dt>
            <dd className={classes.label}>{readText(link.html)}</dd>
            <dd className={classes.address}>{link.url}</dd>
          </div>
          <dt className={classes.hidden}>As code</dt>
          <dd className={classes.code}>{link.html}</dd>
        </dl>
      ) : (
        <p className={panel.quiet}>With a seed page and a sheet, the link of the first row stands here.</p>
      )}
    </Section>
  );
}

/** The words of a filled link. The parsed document is never shown, so nothing in it can run. */
function readText(html: string): string {
  return new DOMParser().parseFromString(html, 'text/html').body.textContent.trim();
}
