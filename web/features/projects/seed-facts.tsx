/** What the file is, in a line of facts, and the page in it that serves as the pattern. */
import { Check } from 'lucide-react';
import type { SeedInspection } from '#engine';
import { formatAmount } from '#web/ui/format-figure.ts';
import classes from './panel.module.css';

const PLATFORMS = { wordpress: 'WordPress', hubspot: 'HubSpot', drupal: 'Drupal', wix: 'Wix' } as const;

/** `1 page, built with Elementor`; `3 media, 1 parent page` */
function listFacts({ platform, format, builder, pattern, media, parents }: SeedInspection): string[] {
  const type = pattern?.type ?? 'page';
  const facts = [`${PLATFORMS[platform]} export, ${format}`];
  facts.push(builder === 'other' ? `1 ${type}` : `1 ${type}, built with ${nameBuilder(builder)}`);
  const along = [
    media > 0 && formatAmount(media, 'media', 'media'),
    parents > 0 && formatAmount(parents, 'parent page'),
  ].filter((text) => text !== false);
  if (along.length > 0) facts.push(along.join(', '));
  return facts;
}

const nameBuilder = (builder: SeedInspection['builder']) =>
  builder === 'Elementor' ? builder : `the ${builder}`;

export function SeedFacts({ seed }: { seed: SeedInspection }) {
  const { pattern } = seed;
  return (
    <div className={classes.row}>
      <ul className={classes.facts}>
        {listFacts(seed).map((fact) => (
          <li key={fact} className={classes.fact}>
            <Check size={14} strokeWidth={2.25} absoluteStrokeWidth aria-hidden="true" />
            {fact}
          </li>
        ))}
      </ul>
      {pattern && (
        <p className={classes.pattern}>
          Pattern: <span className={classes.mono}>{pattern.title || 'without a title'}</span>, line{' '}
          {pattern.line}
        </p>
      )}
      {seed.untouched.length > 0 && <Untouched texts={seed.untouched} />}
    </div>
  );
}

function Untouched({ texts }: { texts: SeedInspection['untouched'] }) {
  return (
    <p className={classes.pattern}>
      In brackets but not a placeholder, left unchanged:{' '}
      {texts.map(({ text, count }, index) => (
        <span key={text}>
          {index > 0 && ', '}
          <span className={classes.mono}>{text}</span>
          {count > 1 && ` (${count} times)`}
        </span>
      ))}
    </p>
  );
}
