/** Steps to export a collection from Webflow and to import its parts. */
import type { PlatformGuide } from '../platform-guide.ts';

const OPEN =
  'In the Webflow Designer, open the *CMS* panel and the collection that the seed came from. The items that it refers to must exist.';
const TRIAL =
  'Import the sample pages of *Test Page* first, and delete them afterward: Geoloom’s checks follow Webflow’s documentation and haven’t been run against Webflow itself.';
const MAPPING = 'Choose *Import all as new items* and map each column to the field of the same name.';
const PUBLISH = 'Open one of the new items, then publish the site: imported items aren’t live until you do.';
const AGAIN = 'Importing a file twice creates duplicates. Delete the first batch before you re-import.';

export const guide: PlatformGuide = {
  card: {
    kinds: 'CMS items',
    bring: 'A collection export (.csv)',
    get: 'CSV parts ready to import',
  },
  seedField: {
    hint: 'A Webflow collection export (.csv)',
    drop: '.csv exported from a Webflow collection, up to 20 MiB',
  },
  sample: 'webflow-items.csv',
  exportSteps:
    'In the Webflow Designer, open the *CMS* panel and the collection, then choose *Export*. The item with the placeholders becomes the pattern; the other items show the types of the fields.',
  importSteps: [
    { text: TRIAL },
    { text: OPEN },
    { text: 'Choose *Import* and upload {files}.' },
    { text: MAPPING },
    { text: PUBLISH },
    { text: AGAIN },
  ],
  importFile: {
    before: [TRIAL, OPEN, 'Choose *Import* and upload the files one by one, in this order:'],
    after: [{ text: MAPPING }, { text: PUBLISH }],
    again: AGAIN,
  },
};
