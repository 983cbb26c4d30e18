/** The types of projects, in lower case as on the wire, and what their seeds are. */
import { PLATFORMS, type PlatformId } from './platforms.ts';

/** In the order in which they are offered; a Geocoder makes copies of images instead of pages. */
export const PROJECT_TYPES = ['geocoder', ...PLATFORMS.map(({ id }) => id)] as const;
export type ProjectType = 'geocoder' | PlatformId;

/** The platform of a project type; nothing for a Geocoder. */
export function findPlatform(type: string): (typeof PLATFORMS)[number] | undefined {
  return PLATFORMS.find(({ id }) => id === type);
}

/** Exports of some platforms name no host, so a project may. */
export function hasSiteBaseUrl(type: string): boolean {
  return findPlatform(type)?.hasSiteUrl === true;
}

/** Do projects of the type make copies of images instead of pages? */
export function isGeocoder(type: string): boolean {
  return type === 'geocoder';
}

/** The extension of a type's files, those that go in and those that come out. */
export function getFileExtension(type: string): 'xml' | 'csv' {
  return findPlatform(type)?.extension ?? 'xml';
}
