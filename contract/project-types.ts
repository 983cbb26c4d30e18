/** The types of projects, in lower case as on the wire, and their seed formats. */
import { DEFAULT_PLATFORM, type Platform, PLATFORMS, type PlatformId } from './platforms.ts';

/** In display order; a Geocoder tags copies of images instead of building pages. */
export const PROJECT_TYPES = ['geocoder', ...PLATFORMS.map(({ id }) => id)] as const;
export type ProjectType = 'geocoder' | PlatformId;

function findPlatform(type: string): Platform | undefined {
  return PLATFORMS.find(({ id }) => id === type);
}

/** The platform of a project type; the default one for a Geocoder, which has no pages. */
export function getPlatform(type: string): Platform {
  const platform = findPlatform(type) ?? findPlatform(DEFAULT_PLATFORM);
  if (!platform) throw new Error('The default platform is missing.');
  return platform;
}

/** Exports of some platforms name no host, so a project may. */
export function hasSiteBaseUrl(type: string): boolean {
  return !isGeocoder(type) && getPlatform(type).hasSiteUrl === true;
}

/** Checks if projects of the type tag copies of images instead of building pages. */
export function isGeocoder(type: string): boolean {
  return type === 'geocoder';
}

/** The extension of a type's seeds and output files. */
export function getFileExtension(type: string): 'xml' | 'csv' {
  return getPlatform(type).extension;
}
