/** Answers to the first questions about the seed page, shown until one is chosen. */
import { SampleFiles } from '#web/ui/sample-files.tsx';
import classes from './seed-help.module.css';

export function SeedHelp() {
  return (
    <div className={classes.help}>
      <details>
        <summary>What is a placeholder?</summary>
        <p>
          A column name in brackets, such as <code>[geo_city]</code>. Type it into your page wherever the text
          changes from town to town. Geoloom makes one page for each row of your sheet and puts the cell of
          that row in its place.
        </p>
      </details>
      <details>
        <summary>How to export</summary>
        <p>
          In WordPress, go to <strong>Tools → Export</strong>, choose <strong>Pages</strong>, and narrow the
          list by author, date or status until only your page is left. Then click{' '}
          <strong>Download Export File</strong>.
        </p>
      </details>
      <p>
        <SampleFiles />
      </p>
    </div>
  );
}
