/** Answers to the first questions about the seed page, shown until one is chosen. */
import type { PlatformId } from '#contract/platforms.ts';
import { ExportGuide } from '#web/ui/platform-guides.tsx';
import { SampleFiles } from '#web/ui/sample-files.tsx';
import classes from './seed-help.module.css';

export function SeedHelp({ type }: { type: PlatformId }) {
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
        <ExportGuide platform={type} />
      </details>
      <p>
        <SampleFiles type={type} />
      </p>
    </div>
  );
}
