/** Steps to export a seed from HubSpot and import its parts. */
import type { PlatformGuide } from '../platform-guide.ts';

export const guide: PlatformGuide = {
  card: {
    kinds: 'Blog posts',
    bring: 'A blog export (.xml)',
    get: 'XML parts for the blog importer',
  },
  seedField: {
    hint: 'A HubSpot blog export (.xml) with one post',
    drop: '.xml of a blog, up to 20 MiB',
  },
  sample: 'hubspot-post.xml',
  exportSteps:
    'HubSpot has no XML export of its own. Write the post with its placeholders in WordPress and export it under *Tools → Export → Posts*, or publish it in HubSpot, open the feed of the blog (`/rss.xml` after the URL of the blog) and save that file. The post needs an author and a link.',
  importSteps: [
    {
      text: 'In HubSpot, go to *Content → Blog*, choose *Import* and the source *WordPress (XML file)*.',
    },
    { text: 'Choose the blog that the posts are for and upload {files}.' },
    { text: 'Assign the author of the file to an author of the blog.' },
    { text: 'Importing a file twice creates duplicates. Delete the first batch before you re-import.' },
  ],
  importTables:
    'For dynamic pages instead of posts, import the HubDB file into a table under *Content → HubDB*, with the columns `meta_description` (text) and `body` (rich text).',
  importFile: {
    before: [
      'In HubSpot, open *Content → Blog*, choose *Import* and the source *WordPress (XML file)*.',
      'Choose the blog that the posts are for, and upload the files one by one, in this order:',
    ],
    after: [
      { text: 'Assign the author of the file to an author of the blog.' },
      {
        text: 'Check the drafts: the URL of a post comes from its link, its meta description from its excerpt.',
      },
    ],
    again: 'Importing a file twice creates duplicates. Delete the first batch before you re-import.',
    tables:
      'For dynamic pages instead of posts, create a table in *Content → HubDB* with the text column `meta_description` and the rich text column `body`, choose *Import*, and upload these files:',
  },
};
