/**
 * The platform of a project: a glyph in ink on a tile, never in the platform's own colour. The glyphs
 * are drawn here, with a line of one width, as signs that remind of the platform.
 */
import type { ReactNode } from 'react';
import classes from './platform-icon.module.css';

export type PlatformType = 'geocoder' | 'wordpress' | 'hubspot' | 'drupal' | 'wix';

const NAMES: Record<PlatformType, string> = {
  geocoder: 'Geocoder',
  wordpress: 'WordPress',
  hubspot: 'HubSpot',
  drupal: 'Drupal',
  wix: 'Wix',
};

const GLYPHS: Record<PlatformType, ReactNode> = {
  geocoder: (
    <>
      <path d="M12 21.5C8.6 17.6 5.2 14 5.2 9.6a6.8 6.8 0 0 1 13.6 0c0 4.4-3.4 8-6.8 11.9Z" />
      <path d="m8.8 11.6 2-2.4 1.6 1.8 1.2-1.2 1.6 1.8" />
    </>
  ),
  wordpress: (
    <>
      <circle cx="12" cy="12" r="9.6" />
      <path d="M5.6 8.4h3.2M10.6 8.4h3.2M7 8.4l3 8.8 2.4-7.2M12.2 8.4l3 8.8 2.2-6.4c.6-1.8-.6-2.4-.4-3.6" />
    </>
  ),
  hubspot: (
    <>
      <circle cx="15.2" cy="14.4" r="4.4" />
      <circle cx="15.2" cy="4.4" r="1.6" />
      <circle cx="5" cy="5" r="1.8" />
      <circle cx="6.6" cy="20.4" r="1.4" />
      <path d="M15.2 6v4M6.4 6.2l5.4 5.4M7.6 19.4l4-2.6" />
    </>
  ),
  drupal: (
    <>
      <path d="M12 2.4c.9 3.6 7.2 6 7.2 12a7.2 7.2 0 0 1-14.4 0c0-6 6.3-8.4 7.2-12Z" />
      <path d="M8.6 15.4c.4 2 1.8 3 3.4 3s3-1 3.4-3" />
    </>
  ),
  wix: <path d="m1.6 8 2.2 8L6 9.4 8.2 16l2.2-8M13.2 8v8M16 8l6.2 8M22.2 8 16 16" />,
};

interface Props {
  /** Letters of any case; `images` is what a domain stores for Geocoder. */
  type: string;
  size?: 18 | 30 | 44;
  /** Said aloud unless the name stands beside it. */
  isNamed?: boolean;
}

function asPlatform(type: string): PlatformType {
  const name = type.toLowerCase();
  if (name === 'images') return 'geocoder';
  return Object.keys(NAMES).includes(name) ? (name as PlatformType) : 'wordpress';
}

export function PlatformIcon({ type, size = 30, isNamed = false }: Props) {
  const platform = asPlatform(type);
  const glyph = size === 44 ? 26 : 18;
  const naming = isNamed
    ? ({ 'aria-hidden': true } as const)
    : ({ role: 'img', 'aria-label': NAMES[platform], title: NAMES[platform] } as const);
  return (
    <span className={classes.tile} data-size={size} {...naming}>
      <svg
        width={glyph}
        height={glyph}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={size === 44 ? 1.7 : 2}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        {GLYPHS[platform]}
      </svg>
    </span>
  );
}
