/** Steps to export a seed from WordPress and import its parts. */
import type { PlatformGuide } from '../platform-guide.ts';

const AUTHORS = 'Under *Assign Authors*, choose an existing user instead of creating one';
const SAME_USER = 'exists when you import';
const ATTACHMENTS = 'Check *Download and import file attachments*';
const PICTURES_LAST = 'WordPress updates their URLs only in pages that already exist.';
const LAST_FILE = `The last file adds the pictures in the content. Import it last: ${PICTURES_LAST}`;
const UNLESS_THERE = `${ATTACHMENTS} if the pictures of the seed page are not on the site yet.`;
const FEATURED = `${ATTACHMENTS}: WordPress then fetches {images} and makes {one} the featured image of each page.`;
const OWN_PICTURES = `${ATTACHMENTS} if the pages have featured images of the project, or the seed page’s pictures are not on the site yet.`;
const ONCE =
  'Import each file once: a second import skips the pages that exist, but adds every custom field to them again. If the import stops halfway, delete the pages of that file, empty the trash, and upload the file again.';

export const guide: PlatformGuide = {
  card: {
    kinds: 'Elementor, Gutenberg, classic',
    bring: 'An export (.xml) with one page in it',
    get: 'XML parts for Tools, Import',
  },
  seedField: {
    hint: 'A WordPress export (.xml) with one page',
    drop: '.xml exported from WordPress, up to 20 MiB',
  },
  sample: 'plumber.xml',
  exportSteps:
    'In WordPress, go to *Tools → Export*, choose *Pages*, and narrow the list by author, date or status until only your page is left. Then click *Download Export File*.',
  importSteps: [
    {
      text: 'In your WordPress admin, go to *Tools → Import → WordPress*. The importer installs itself with one click if it is not there.',
    },
    {
      text: 'If the seed page is neither a page nor a post, turn on the plugin or theme that adds its type first. Without it, WordPress says “Invalid post type” and skips every page.',
      isAboutType: true,
    },
    { text: 'Choose Run Importer and upload {files}.' },
    {
      text: `${AUTHORS}.`,
      many: `${AUTHORS}, the same for every part: a user that part 1 created ${SAME_USER} part 2, and WordPress can’t create it again.`,
    },
    {
      text: OWN_PICTURES,
      many: `${OWN_PICTURES} The last part adds the pictures in the content: ${PICTURES_LAST}`,
    },
    {
      text: `Wait for “All done. Have fun!” ${ONCE}`,
      many: `Wait for “All done. Have fun!” before the next part. ${ONCE}`,
    },
  ],
  importFile: {
    before: [
      'In WordPress, open *Tools → Import → WordPress* and install the importer if it is not there.',
      'Choose *Run Importer* and upload the files one by one, in this order:',
    ],
    after: [
      {
        text: `${AUTHORS}.`,
        many: `${AUTHORS}. Choose the same user for every file: a user that the first file created ${SAME_USER} the second, and WordPress can’t create it again.`,
      },
      {
        text: UNLESS_THERE,
        many: `${UNLESS_THERE} ${LAST_FILE}`,
        featured: { text: FEATURED, many: `${FEATURED} ${LAST_FILE}` },
      },
      { text: 'Open one of the new pages and compare it with its sample.' },
    ],
    again:
      'Import each file once. A second import skips the pages that exist, but adds every custom field to them again. If an import stops halfway, delete the pages of that file, empty the trash, and import the file again.',
  },
};
