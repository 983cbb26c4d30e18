/** How the parts get into the platform of the project, in a few steps. */
import type { ReactNode } from 'react';
import type { PageType } from '#contract/project-types.ts';
import type { Run } from '#contract/run-shapes.ts';
import { Card } from '#web/ui/card.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import classes from './project-page.module.css';
import { nameOfType, pageTypeOf } from './project-types.rules.ts';

const upload = (isMany: boolean) =>
  isMany ? 'the parts one after the other, in the order of the list above' : 'the file';

/** What the importer of each platform asks for. */
const STEPS: Readonly<Record<PageType, (isMany: boolean) => ReactNode>> = {
  wordpress: (isMany) => (
    <>
      <li>
        In your WordPress admin, go to <strong>Tools → Import → WordPress</strong>. The importer installs
        itself with one click if it is not there.
      </li>
      <li>Choose Run Importer and upload {upload(isMany)}.</li>
      <li>
        Assign the pages to an author of the site. Tick <strong>Download and import file attachments</strong>{' '}
        if the seed's pictures are not on the site yet.
      </li>
      <li>
        Wait for “All done. Have fun!” {isMany ? 'before the next part. ' : ''}
        If the import stops, upload the same file again: pages that are there are skipped.
      </li>
    </>
  ),
  hubspot: (isMany) => (
    <>
      <li>
        In HubSpot, go to <strong>Content → Blog</strong>, choose <strong>Import</strong> and the source{' '}
        <strong>WordPress (XML file)</strong>.
      </li>
      <li>Choose the blog that the posts are for and upload {upload(isMany)}.</li>
      <li>Assign the author of the file to an author of the blog.</li>
      <li>A file that is imported again may double its posts: delete those of the first import before.</li>
    </>
  ),
  drupal: (isMany) => (
    <>
      <li>
        In Drupal, open the importer that the seed was made for: <strong>Feeds</strong>,{' '}
        <strong>Migrate Plus</strong> or <strong>Node export</strong>. Its context or item selector is the
        record listed below; sources and selectors are the other paths.
      </li>
      <li>Map the unique key as unique.</li>
      <li>
        Leave <strong>Previously imported items</strong> on <strong>Keep</strong>, and import {upload(isMany)}
        .
      </li>
    </>
  ),
  wix: (isMany) => (
    <>
      <li>
        In Wix, open the <strong>CMS</strong> and the collection that the seed came from.
      </li>
      <li>
        Choose <strong>More Actions → Import items</strong> and upload {upload(isMany)}.
      </li>
      <li>
        Map each column to the field of the same name, <strong>ID</strong> to <strong>ID</strong>: a field
        without a column is erased.
      </li>
    </>
  ),
};

interface Props {
  type: string;
  run: Pick<Run, 'parts' | 'selectors'>;
}

export function ImportSteps({ type, run }: Props) {
  const parts = run.parts.filter(({ pages }) => pages > 0).length;
  const hasTable = parts < run.parts.length;
  return (
    <Card title={`How to import into ${nameOfType(type)}`} id="import">
      <ol className={classes.steps}>
        {STEPS[pageTypeOf(type)](parts > 1)}
        {hasTable && (
          <li>
            For dynamic pages instead of posts, import the HubDB file into a table under{' '}
            <strong>Content → HubDB</strong>, with the columns <code>meta_description</code> (text) and{' '}
            <code>body</code> (rich text).
          </li>
        )}
        <li>Open one of the new pages, then put the formed links where visitors find them.</li>
      </ol>
      {run.selectors.length > 0 && (
        <dl className={classes.selectors} aria-label="Settings of the importer">
          {run.selectors.map(({ name, path }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <code>{path}</code>
                <CopyButton text={path} noun={`the path of ${name}`} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  );
}
