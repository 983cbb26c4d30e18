/** Resources: title, content and keywords of each. */
import { Box } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { type Platform, type PlatformId, PLATFORMS } from '#contract/platforms.ts';
import { formatBytes } from '#web/ui/format-figure.ts';
import links from '#web/ui/link.module.css';
import { ExportGuide, ImportGuide } from '#web/ui/platform-guides.tsx';
import { SAMPLES } from '#web/ui/sample-files.tsx';
import { PAGE_LANGUAGE, WALKTHROUGHS } from '#web/ui/walkthrough.tsx';

export interface Resource {
  title: string;
  /** `Guide`, `Illustrated guide`, `Reference`, `Sample file`. */
  kind: string;
  platform?: PlatformId;
  body: ReactNode;
}

const listGuides = ({ id: platform, name }: Platform): Resource[] => [
  {
    title: `Export a seed page from ${name}`,
    kind: 'Guide',
    platform,
    body: <ExportGuide platform={platform} />,
  },
  {
    title: `Import the parts into ${name}`,
    kind: 'Guide',
    platform,
    body: (
      <Box component="ol" display="grid" pl={20} style={{ gap: '6px', listStyle: 'decimal' }}>
        <ImportGuide platform={platform} isMany />
      </Box>
    ),
  },
];

const listSample = ({
  platform,
  title = platform ? `Sample seed page for ${platform.name}` : 'Sample sheet of towns',
  name,
  url,
  bytes,
}: (typeof SAMPLES)[number]): Resource => ({
  title,
  kind: 'Sample file',
  ...(platform && { platform: platform.id }),
  body: (
    <p>
      <a className={links.link} href={url} download={name}>
        Download {name}
      </a>{' '}
      ({name.endsWith('.csv') ? 'CSV' : 'XML'}, {formatBytes(bytes)})
    </p>
  ),
});

const WALKTHROUGH: readonly Resource[] = WALKTHROUGHS.map(({ slug, title, steps }) => ({
  title,
  kind: 'Illustrated guide',
  body: (
    <p>
      <Link className={links.link} to={`/resources/${slug}`}>
        Show the {steps.length} steps
      </Link>
    </p>
  ),
}));

export const RESOURCES: readonly Resource[] = [
  ...WALKTHROUGH,
  {
    title: 'Page language',
    kind: 'Reference',
    body: (
      <p>
        Placeholders, filters, conditions, variants, lists and neighbors, with an example of each.{' '}
        <Link className={links.link} to={`/resources/${PAGE_LANGUAGE}`}>
          Open the reference
        </Link>
      </p>
    ),
  },
  ...SAMPLES.map(listSample),
  ...PLATFORMS.flatMap(listGuides),
  {
    title: 'Geotag photos with Geocoder',
    kind: 'Guide',
    body: (
      <p>
        Upload JPEG photos and a sheet with a city, a state and, if you have them, <code>lat</code> and{' '}
        <code>lng</code>. Each town gets its own copy of each photo, with its coordinates, city and caption in
        the file. Download all copies as one ZIP, in a folder for each town.
      </p>
    ),
  },
];

/** Each word must be in the title or the kind, in any order and case. */
export function findResources(list: readonly Resource[], text: string): Resource[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return list.filter(({ title, kind }) => {
    const haystack = `${title} ${kind}`.toLowerCase();
    return words.every((word) => haystack.includes(word));
  });
}
