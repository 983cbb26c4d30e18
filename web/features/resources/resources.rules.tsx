/** The resources: what each is called, what is in it, and the words it is found by. */
import { Box } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatBytes } from '#web/ui/format-figure.ts';
import links from '#web/ui/link.module.css';
import { EXPORT_GUIDES, IMPORT_GUIDES } from '#web/ui/platform-guides.tsx';
import { type PagePlatform, SAMPLES } from '#web/ui/sample-files.tsx';
import { PlaceholderReference } from './placeholder-reference.tsx';

export interface Resource {
  title: string;
  /** `Guide`, `Reference`, `Sample file`. */
  kind: string;
  platform?: PagePlatform;
  body: ReactNode;
}

const PLATFORMS: readonly (readonly [PagePlatform, string])[] = [
  ['wordpress', 'WordPress'],
  ['hubspot', 'HubSpot'],
  ['drupal', 'Drupal'],
  ['wix', 'Wix'],
];

const listGuides = ([platform, name]: (typeof PLATFORMS)[number]): Resource[] => [
  {
    title: `Export a seed page from ${name}`,
    kind: 'Guide',
    platform,
    body: <p>{EXPORT_GUIDES[platform]}</p>,
  },
  {
    title: `Import the parts into ${name}`,
    kind: 'Guide',
    platform,
    body: (
      <Box component="ol" display="grid" pl={20} style={{ gap: '6px', listStyle: 'decimal' }}>
        {IMPORT_GUIDES[platform](true)}
      </Box>
    ),
  },
];

const listSample = ({ platform, name, url, bytes }: (typeof SAMPLES)[number]): Resource => ({
  title: platform === undefined ? 'Sample sheet of towns' : `Sample seed page for ${nameOf(platform)}`,
  kind: 'Sample file',
  ...(platform && { platform }),
  body: (
    <p>
      <a className={links.link} href={url} download={name}>
        Download {name}
      </a>{' '}
      ({name.endsWith('.csv') ? 'CSV' : 'XML'}, {formatBytes(bytes)})
    </p>
  ),
});

const nameOf = (wanted: PagePlatform) => PLATFORMS.find(([platform]) => platform === wanted)?.[1] ?? wanted;

export const RESOURCES: readonly Resource[] = [
  { title: 'Placeholder reference', kind: 'Reference', body: <PlaceholderReference /> },
  ...SAMPLES.map(listSample),
  ...PLATFORMS.flatMap(listGuides),
];

/** Every word has to be in the title or the kind, in any order and case. */
export function findResources(list: readonly Resource[], text: string): Resource[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return list.filter(({ title, kind }) => {
    const known = `${title} ${kind}`.toLowerCase();
    return words.every((word) => known.includes(word));
  });
}
