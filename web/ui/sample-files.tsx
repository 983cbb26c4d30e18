/** A seed page of a platform and a sheet to try the product with before there are files of one's own. */
import links from './link.module.css';

const SEEDS = {
  wordpress: new URL('../../examples/plumber.xml', import.meta.url).href,
  hubspot: new URL('../../examples/hubspot-post.xml', import.meta.url).href,
  drupal: new URL('../../examples/drupal-node.xml', import.meta.url).href,
  wix: new URL('../../examples/wix-items.csv', import.meta.url).href,
} as const;
const SHEET = new URL('../../examples/towns.csv', import.meta.url).href;

export function SampleFiles({ type = 'wordpress' }: { type?: keyof typeof SEEDS }) {
  return (
    <span>
      No files yet? Download a{' '}
      <a className={links.link} href={SEEDS[type]} download={nameOfSeed(type)}>
        sample seed page
      </a>{' '}
      and a{' '}
      <a className={links.link} href={SHEET} download="sample-sheet.csv">
        sample sheet
      </a>
      .
    </span>
  );
}

/** For each platform, in one line. */
export function SamplesOfPlatforms({
  names,
}: {
  names: readonly { type: keyof typeof SEEDS; name: string }[];
}) {
  return (
    <span>
      No files yet? Download a{' '}
      <a className={links.link} href={SHEET} download="sample-sheet.csv">
        sample sheet
      </a>{' '}
      and a sample seed page for{' '}
      {names.map(({ type, name }, index) => (
        <span key={type}>
          {index > 0 && (index === names.length - 1 ? ' or ' : ', ')}
          <a className={links.link} href={SEEDS[type]} download={nameOfSeed(type)}>
            {name}
          </a>
        </span>
      ))}
      .
    </span>
  );
}

const nameOfSeed = (type: keyof typeof SEEDS) => `sample-seed.${type === 'wix' ? 'csv' : 'xml'}`;
