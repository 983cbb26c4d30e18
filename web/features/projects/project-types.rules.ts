/** The platforms of Select Project Type, in the order of the specification, with what each takes and gives. */

export interface ProjectTypeCard {
  /** Stored as `{ name }` when it is chosen. */
  name: string;
  kinds: string;
  bring: string;
  get: string;
  /** The others come later; their cards can be read, not chosen. */
  isReady: boolean;
}

export const PROJECT_TYPES: readonly ProjectTypeCard[] = [
  {
    name: 'Geocoder',
    kinds: 'EXIF, XMP, IPTC',
    bring: 'JPEG photos, up to 5 MB each',
    get: 'The photos, tagged with town and place',
    isReady: false,
  },
  {
    name: 'WordPress',
    kinds: 'Elementor, Gutenberg, classic',
    bring: 'An export (.xml) with one page in it',
    get: 'XML parts for Tools, Import',
    isReady: true,
  },
  {
    name: 'HubSpot',
    kinds: 'Posts and landing pages',
    bring: 'A blog export (.xml)',
    get: 'XML for the blog importer, HubDB table',
    isReady: false,
  },
  {
    name: 'Drupal',
    kinds: 'Views, Feeds, Node Export',
    bring: 'One node as XML',
    get: 'The same shape, for Feeds or Migrate',
    isReady: false,
  },
  {
    name: 'Wix',
    kinds: 'Dynamic pages',
    bring: 'A collection export (.csv)',
    get: 'CSV parts of up to 50,000 items',
    isReady: false,
  },
];

/** The type of a new project: the one that was chosen, WordPress where none was or it comes later. */
export function findChosenType(stored: string | undefined): ProjectTypeCard {
  const ready = PROJECT_TYPES.filter(({ isReady }) => isReady);
  const chosen = ready.find(({ name }) => name === stored) ?? ready.find(({ name }) => name === 'WordPress');
  if (!chosen) throw new Error('WordPress can always be chosen.');
  return chosen;
}
