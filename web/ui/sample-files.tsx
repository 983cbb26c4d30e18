/** Sample seed page of each platform and a sample sheet. */
import { DEFAULT_PLATFORM, type Platform, PLATFORMS, type PlatformId } from '#contract/platforms.ts';
import { SAMPLE_SEEDS } from '#contract/platform-guides.ts';
import links from './link.module.css';

const URLS = import.meta.glob<string>('../../examples/*.{csv,xml}', {
  eager: true,
  query: '?url',
  import: 'default',
});
const getUrl = (file: string) => URLS[`../../examples/${file}`] ?? '';
const SHEET = getUrl('towns.csv');

const toSample = (platform: Platform) => ({
  platform,
  name: `sample-seed.${platform.extension}`,
  url: getUrl(SAMPLE_SEEDS[platform.id].file),
  bytes: SAMPLE_SEEDS[platform.id].bytes,
});

interface Sample {
  platform?: Platform;
  /** If it is neither the sheet nor the seed page that a platform's form offers. */
  title?: string;
  /** Download name. */
  name: string;
  url: string;
  bytes: number;
}

export const SAMPLES: readonly Sample[] = [
  { name: 'sample-sheet.csv', url: SHEET, bytes: 480 },
  ...PLATFORMS.map(toSample),
  {
    title: 'Sample page with conditions, variants and neighbors',
    name: 'drain-page.xml',
    url: getUrl('drain-page.xml'),
    bytes: 4456,
  },
  {
    title: 'Sample sheet for conditions, variants and neighbors',
    name: 'drain-towns.csv',
    url: getUrl('drain-towns.csv'),
    bytes: 439,
  },
  {
    title: 'Sample page for services and towns',
    name: 'service-page.xml',
    url: getUrl('service-page.xml'),
    bytes: 2932,
  },
  {
    title: 'Sample list of services',
    name: 'services.csv',
    url: getUrl('services.csv'),
    bytes: 226,
  },
];

/** Link inside a sentence. */
export function SampleSheet() {
  return (
    <a className={links.link} href={SHEET} download="sample-sheet.csv">
      sample sheet
    </a>
  );
}

export function SampleFiles({ type = DEFAULT_PLATFORM }: { type?: PlatformId }) {
  const { url, name } = SAMPLES.find(({ platform }) => platform?.id === type) ?? { url: '', name: '' };
  return (
    <span>
      No files yet? Download a{' '}
      <a className={links.link} href={url} download={name}>
        sample seed page
      </a>{' '}
      and a <SampleSheet />.
    </span>
  );
}

/** Links for each platform, in one line. */
export function SamplesOfPlatforms() {
  const samples = PLATFORMS.map(toSample);
  return (
    <span>
      No files yet? Download a <SampleSheet /> and a sample seed page for{' '}
      {samples.map(({ platform, url, name }, index) => (
        <span key={platform.id}>
          {index > 0 && (index === samples.length - 1 ? ' or ' : ', ')}
          <a className={links.link} href={url} download={name} aria-label={`Sample of ${platform.name}`}>
            {platform.name}
          </a>
        </span>
      ))}
      .
    </span>
  );
}
