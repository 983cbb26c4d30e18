/** How the parts get into WordPress, in a few steps. */
import { Card } from '#web/ui/card.tsx';
import classes from './project-page.module.css';

export function ImportSteps({ parts }: { parts: number }) {
  const isMany = parts > 1;
  return (
    <Card title="How to import into WordPress" id="import">
      <ol className={classes.steps}>
        <li>
          In your WordPress admin, go to <strong>Tools → Import → WordPress</strong>. The importer installs
          itself with one click if it is not there.
        </li>
        <li>
          {isMany
            ? 'Choose Run Importer and upload the parts one after the other, in the order of the list above.'
            : 'Choose Run Importer and upload the file.'}
        </li>
        <li>
          Assign the pages to an author of the site. Tick{' '}
          <strong>Download and import file attachments</strong> if the seed's pictures are not on the site
          yet.
        </li>
        <li>
          Wait for “All done. Have fun!” {isMany ? 'before the next part. ' : ''}
          If the import stops, upload the same file again: pages that are there are skipped.
        </li>
        <li>Open one of the new pages, then put the formed links where visitors find them.</li>
      </ol>
    </Card>
  );
}
