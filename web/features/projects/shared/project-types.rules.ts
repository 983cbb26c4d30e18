/** The platforms of Select Project Type, in the order of the specification, with what each takes and gives. */
import type { PlatformId } from '#contract/platforms.ts';
import { PROJECT_TYPES as TYPES, type ProjectType } from '#contract/project-types.ts';

export interface ProjectTypeCard {
  /** Stored as `{ name }` when it is chosen. */
  name: string;
  kinds: string;
  bring: string;
  get: string;
}

export const PROJECT_TYPES: readonly ProjectTypeCard[] = [
  {
    name: 'Geocoder',
    kinds: 'EXIF, XMP, IPTC',
    bring: 'JPEG photos, up to 5 MB each',
    get: 'The photos, tagged with town and place',
  },
  {
    name: 'WordPress',
    kinds: 'Elementor, Gutenberg, classic',
    bring: 'An export (.xml) with one page in it',
    get: 'XML parts for Tools, Import',
  },
  {
    name: 'HubSpot',
    kinds: 'Blog posts',
    bring: 'A blog export (.xml)',
    get: 'XML parts for the blog importer',
  },
  {
    name: 'Drupal',
    kinds: 'Views, Feeds, Node Export',
    bring: 'One node as XML',
    get: 'The same shape, for Feeds or Migrate',
  },
  {
    name: 'Wix',
    kinds: 'Dynamic pages',
    bring: 'A collection export (.csv)',
    get: 'CSV parts of up to 50,000 items',
  },
];

/** The type of a new project: the one that was chosen, WordPress where none was. */
export function findChosenType(stored: string | undefined): ProjectTypeCard {
  const find = (wanted: string | undefined) => PROJECT_TYPES.find(({ name }) => name === wanted);
  const chosen = find(stored) ?? find('WordPress');
  if (!chosen) throw new Error('WordPress can always be chosen.');
  return chosen;
}

/** As the wire and the engine call a type. */
export function toProjectType(name: string): ProjectType {
  return TYPES.find((type) => type === name.toLowerCase()) ?? 'wordpress';
}

/** Type of a project with a seed page. */
export function pageTypeOf(name: string): PlatformId {
  const type = toProjectType(name);
  return type === 'geocoder' ? 'wordpress' : type;
}

/** The name of a type as its card has it. */
export function nameOfType(type: string): string {
  return PROJECT_TYPES.find(({ name }) => name.toLowerCase() === type)?.name ?? type;
}

/**
 * Types of the switcher of Create Project; Wix is chosen on Select Project Type, and is in the switcher
 * where it was.
 */
export function listSwitchTypes(chosen: string): { name: string; label: string }[] {
  return PROJECT_TYPES.filter(({ name }) => name !== 'Wix' || chosen === name).map(({ name }) => ({
    name,
    label: name === 'HubSpot' ? 'Hubspot' : name,
  }));
}

interface SeedWords {
  /** Under the heading of the section. */
  hint: string;
  /** In the empty drop area. */
  drop: string;
}

export const SEED_WORDS: Readonly<Record<PlatformId, SeedWords>> = {
  wordpress: {
    hint: 'A WordPress export (.xml) with one page',
    drop: '.xml exported from WordPress, up to 20 MiB',
  },
  hubspot: {
    hint: 'A HubSpot blog export (.xml) with one post',
    drop: '.xml of a blog, up to 20 MiB',
  },
  drupal: {
    hint: 'A Drupal export (.xml) with one node',
    drop: '.xml exported from Drupal, up to 20 MiB',
  },
  wix: {
    hint: 'A Wix collection export (.csv) with one item',
    drop: '.csv exported from a Wix collection, up to 20 MiB',
  },
};
