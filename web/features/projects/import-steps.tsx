/** How the parts get into the platform of the project, in a few steps. */
import type { Run } from '#contract/run-shapes.ts';
import { Card } from '#web/ui/card.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { IMPORT_GUIDES } from '#web/ui/platform-guides.tsx';
import classes from './project-page.module.css';
import { nameOfType, pageTypeOf } from './project-types.rules.ts';

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
        {IMPORT_GUIDES[pageTypeOf(type)](parts > 1)}
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
