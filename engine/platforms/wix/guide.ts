/** Steps to export a collection from Wix and to import its parts. */
import type { PlatformGuide } from '../platform-guide.ts';

const MAPPING =
  'Map each column to the field of the same name, *ID* to *ID*: a field without a column is erased.';

export const guide: PlatformGuide = {
  card: {
    kinds: 'Dynamic pages',
    bring: 'A collection export (.csv)',
    get: 'CSV parts of up to 50,000 items',
  },
  seedField: {
    hint: 'A Wix collection export (.csv) with one item',
    drop: '.csv exported from a Wix collection, up to 20 MiB',
  },
  sample: 'wix-items.csv',
  exportSteps:
    'In Wix, open the collection in the *CMS*, choose *More Actions*, then *Export to CSV*. The item with the placeholders becomes the pattern.',
  importSteps: [
    { text: 'In Wix, open the *CMS* and the collection that the seed came from.' },
    { text: 'Choose *More Actions → Import items* and upload {files}.' },
    { text: MAPPING },
  ],
  importFile: {
    before: [
      'In Wix, open the *CMS* and the collection that the seed came from.',
      'Choose *More Actions → Import items* and upload the files one by one, in this order:',
    ],
    after: [{ text: MAPPING }, { text: 'Open the dynamic page of one of the new items.' }],
    again:
      'You can import a file again: items are recognized by their ID. Don’t save it in a spreadsheet program, which would change phone numbers.',
  },
};
