/** A seed page of a platform and a sheet to try the product with before there are files of one's own. */
import links from './link.module.css';

const SEEDS = {
  wordpress: new URL('../../examples/plumber.xml', import.meta.url).href,
  hubspot: new URL('../../examples/hubspot-post.xml', import.meta.url).href,
  drupal: new URL('../../examples/drupal-node.xml', import.meta.url).href,
  wix: new URL('../../examples/wix-items.csv', import.meta.url).href,
} as const;
export type PagePlatform = keyof typeof SEEDS;
const nameOfSeed = (type: PagePlatform) => `sample-seed.${type === 'wix' ? 'csv' : 'xml'}`;
const SHEET = new URL('../../examples/towns.csv', import.meta.url).href;

/** The link alone, within a sentence. */
export function SampleSheet() {
  return (
    <a className={links.link} href={SHEET} download="sample-sheet.csv">
      sample sheet
    </a>
  );
}

export function SampleFiles({ type = 'wordpress' }: { type?: PagePlatform }) {
  return (
    <span>
      No files yet? Download a{' '}
      <a className={links.link} href={SEEDS[type]} download={nameOfSeed(type)}>
        sample seed page
      </a>{' '}
      and a <SampleSheet />.
    </span>
  );
}

/** For each platform, in one line. */
export function SamplesOfPlatforms({ names }: { names: readonly { type: PagePlatform; name: string }[] }) {
  return (
    <span>
      No files yet? Download a <SampleSheet /> and a sample seed page for{' '}
      {names.map(({ type, name }, index) => (
        <span key={type}>
          {index > 0 && (index === names.length - 1 ? ' or ' : ', ')}
          <a
            className={links.link}
            href={SEEDS[type]}
            download={nameOfSeed(type)}
            aria-label={`Sample of ${name}`}
          >
            {name}
          </a>
        </span>
      ))}
      .
    </span>
  );
}

/** What each sample is called when it is downloaded, and how large it is. */
export const SAMPLES: readonly { platform?: PagePlatform; name: string; url: string; bytes: number }[] = [
  { name: 'sample-sheet.csv', url: SHEET, bytes: 480 },
  { platform: 'wordpress', name: nameOfSeed('wordpress'), url: SEEDS.wordpress, bytes: 2880 },
  { platform: 'hubspot', name: nameOfSeed('hubspot'), url: SEEDS.hubspot, bytes: 1185 },
  { platform: 'drupal', name: nameOfSeed('drupal'), url: SEEDS.drupal, bytes: 458 },
  { platform: 'wix', name: nameOfSeed('wix'), url: SEEDS.wix, bytes: 409 },
];
