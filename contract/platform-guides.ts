// Written by tools/write-platforms.ts from engine/platforms/registry.ts.
/** Texts about the platforms, with `*strong*` and `` `code` `` as in Markdown. */
import type { PlatformId } from './platforms.ts';

/** A step of an import; `{files}` is a placeholder. */
export interface GuideStep {
  text: string;
  /** Replaces `text` for several files. */
  many?: string;
  /** Replaces this step for pages with featured images; `{images}` and `{one}` are placeholders. */
  featured?: { text: string; many?: string };
  /** The step concerns the plugin or theme that adds the type of the pages. */
  isAboutType?: true;
}

/** The cards on Select Project Type. */
export const PLATFORM_CARDS: Readonly<Record<PlatformId, { kinds: string; bring: string; get: string }>> = {
  wordpress: {
    kinds: 'Elementor, Gutenberg, classic',
    bring: 'An export (.xml) with one page in it',
    get: 'XML parts for Tools, Import',
  },
  hubspot: { kinds: 'Blog posts', bring: 'A blog export (.xml)', get: 'XML parts for the blog importer' },
  drupal: {
    kinds: 'Views, Feeds, Node Export',
    bring: 'One node as XML',
    get: 'The same shape, for Feeds or Migrate',
  },
  wix: {
    kinds: 'Dynamic pages',
    bring: 'A collection export (.csv)',
    get: 'CSV parts of up to 50,000 items',
  },
  webflow: { kinds: 'CMS items', bring: 'A collection export (.csv)', get: 'CSV parts ready to import' },
};

/** The seed field of the project form: below its heading, and in the empty drop area. */
export const SEED_FIELDS: Readonly<Record<PlatformId, { hint: string; drop: string }>> = {
  wordpress: {
    hint: 'A WordPress export (.xml) with one page',
    drop: '.xml exported from WordPress, up to 20 MiB',
  },
  hubspot: { hint: 'A HubSpot blog export (.xml) with one post', drop: '.xml of a blog, up to 20 MiB' },
  drupal: { hint: 'A Drupal export (.xml) with one node', drop: '.xml exported from Drupal, up to 20 MiB' },
  wix: {
    hint: 'A Wix collection export (.csv) with one item',
    drop: '.csv exported from a Wix collection, up to 20 MiB',
  },
  webflow: {
    hint: 'A Webflow collection export (.csv)',
    drop: '.csv exported from a Webflow collection, up to 20 MiB',
  },
};

/** Seeds to download, in examples/. */
export const SAMPLE_SEEDS: Readonly<Record<PlatformId, { file: string; bytes: number }>> = {
  wordpress: { file: 'plumber.xml', bytes: 2880 },
  hubspot: { file: 'hubspot-post.xml', bytes: 1186 },
  drupal: { file: 'drupal-node.xml', bytes: 459 },
  wix: { file: 'wix-items.csv', bytes: 410 },
  webflow: { file: 'webflow-items.csv', bytes: 590 },
};

export const EXPORT_GUIDES: Readonly<Record<PlatformId, string>> = {
  wordpress:
    'In WordPress, go to *Tools → Export*, choose *Pages*, and narrow the list by author, date or status until only your page is left. Then click *Download Export File*.',
  hubspot:
    'HubSpot has no XML export of its own. Write the post with its placeholders in WordPress and export it under *Tools → Export → Posts*, or publish it in HubSpot, open the feed of the blog (`/rss.xml` after the URL of the blog) and save that file. The post needs an author and a link.',
  drupal:
    'Export one node as XML: with a *Views* data export, with *Node Export*, or by adding `?_format=xml` to the URL of the node if REST is turned on.',
  wix: 'In Wix, open the collection in the *CMS*, choose *More Actions*, then *Export to CSV*. The item with the placeholders becomes the pattern.',
  webflow:
    'In the Webflow Designer, open the *CMS* panel and the collection, then choose *Export*. The item with the placeholders becomes the pattern; the other items show the types of the fields.',
};

export const IMPORT_GUIDES: Readonly<Record<PlatformId, { steps: readonly GuideStep[]; tables?: string }>> = {
  wordpress: {
    steps: [
      {
        text: 'In your WordPress admin, go to *Tools → Import → WordPress*. The importer installs itself with one click if it is not there.',
      },
      {
        text: 'If the seed page is neither a page nor a post, turn on the plugin or theme that adds its type first. Without it, WordPress says “Invalid post type” and skips every page.',
        isAboutType: true,
      },
      { text: 'Choose Run Importer and upload {files}.' },
      {
        text: 'Under *Assign Authors*, choose an existing user instead of creating one.',
        many: 'Under *Assign Authors*, choose an existing user instead of creating one, the same for every part: a user that part 1 created exists when you import part 2, and WordPress can’t create it again.',
      },
      {
        text: 'Check *Download and import file attachments* if the pages have featured images of the project, or the seed page’s pictures are not on the site yet.',
        many: 'Check *Download and import file attachments* if the pages have featured images of the project, or the seed page’s pictures are not on the site yet. The last part adds the pictures in the content: WordPress updates their URLs only in pages that already exist.',
      },
      {
        text: 'Wait for “All done. Have fun!” Import each file once: a second import skips the pages that exist, but adds every custom field to them again. If the import stops halfway, delete the pages of that file, empty the trash, and upload the file again.',
        many: 'Wait for “All done. Have fun!” before the next part. Import each file once: a second import skips the pages that exist, but adds every custom field to them again. If the import stops halfway, delete the pages of that file, empty the trash, and upload the file again.',
      },
    ],
  },
  hubspot: {
    steps: [
      { text: 'In HubSpot, go to *Content → Blog*, choose *Import* and the source *WordPress (XML file)*.' },
      { text: 'Choose the blog that the posts are for and upload {files}.' },
      { text: 'Assign the author of the file to an author of the blog.' },
      { text: 'Importing a file twice creates duplicates. Delete the first batch before you re-import.' },
    ],
    tables:
      'For dynamic pages instead of posts, import the HubDB file into a table under *Content → HubDB*, with the columns `meta_description` (text) and `body` (rich text).',
  },
  drupal: {
    steps: [
      {
        text: 'In Drupal, open the importer that the seed was made for: *Feeds*, *Migrate Plus* or *Node export*. Its context or item selector is the record that the project’s page lists; sources and selectors are the other paths there.',
      },
      { text: 'Map the unique key as unique.' },
      { text: 'Leave *Previously imported items* on *Keep*, and import {files}.' },
    ],
  },
  wix: {
    steps: [
      { text: 'In Wix, open the *CMS* and the collection that the seed came from.' },
      { text: 'Choose *More Actions → Import items* and upload {files}.' },
      {
        text: 'Map each column to the field of the same name, *ID* to *ID*: a field without a column is erased.',
      },
    ],
  },
  webflow: {
    steps: [
      {
        text: 'Import the sample pages of *Test Page* first, and delete them afterward: Geoloom’s checks follow Webflow’s documentation and haven’t been run against Webflow itself.',
      },
      {
        text: 'In the Webflow Designer, open the *CMS* panel and the collection that the seed came from. The items that it refers to must exist.',
      },
      { text: 'Choose *Import* and upload {files}.' },
      { text: 'Choose *Import all as new items* and map each column to the field of the same name.' },
      { text: 'Open one of the new items, then publish the site: imported items aren’t live until you do.' },
      { text: 'Importing a file twice creates duplicates. Delete the first batch before you re-import.' },
    ],
  },
};

/** `IMPORT.md`: steps before and after the list of files, the result of a second import, the text before the list of tables. */
export const IMPORT_FILES: Readonly<
  Record<
    PlatformId,
    { before: readonly string[]; after: readonly GuideStep[]; again: string; tables?: string }
  >
> = {
  wordpress: {
    before: [
      'In WordPress, open *Tools → Import → WordPress* and install the importer if it is not there.',
      'Choose *Run Importer* and upload the files one by one, in this order:',
    ],
    after: [
      {
        text: 'Under *Assign Authors*, choose an existing user instead of creating one.',
        many: 'Under *Assign Authors*, choose an existing user instead of creating one. Choose the same user for every file: a user that the first file created exists when you import the second, and WordPress can’t create it again.',
      },
      {
        text: 'Check *Download and import file attachments* if the pictures of the seed page are not on the site yet.',
        many: 'Check *Download and import file attachments* if the pictures of the seed page are not on the site yet. The last file adds the pictures in the content. Import it last: WordPress updates their URLs only in pages that already exist.',
        featured: {
          text: 'Check *Download and import file attachments*: WordPress then fetches {images} and makes {one} the featured image of each page.',
          many: 'Check *Download and import file attachments*: WordPress then fetches {images} and makes {one} the featured image of each page. The last file adds the pictures in the content. Import it last: WordPress updates their URLs only in pages that already exist.',
        },
      },
      { text: 'Open one of the new pages and compare it with its sample.' },
    ],
    again:
      'Import each file once. A second import skips the pages that exist, but adds every custom field to them again. If an import stops halfway, delete the pages of that file, empty the trash, and import the file again.',
  },
  hubspot: {
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
  drupal: {
    before: [
      'With *Feeds* and *Feeds Extensible Parsers*, open the feed type that the seed was made for: its context is the *Record* listed below, and its sources are the other paths. With *Migrate Plus*, `item_selector` is the *Record*, and each `selector` one of the other paths. Only *Feeds* imports an RSS or Atom file. In Drupal 7, use *Node export: import* and don’t let it reset paths.',
      'Import the files one by one, in this order:',
    ],
    after: [
      {
        text: 'In the mapping, mark the *Unique key* as unique, and give text fields the format of the seed.',
      },
      {
        text: 'Leave *Previously imported items* on *Keep*: otherwise the second file removes the pages of the first.',
      },
    ],
    again: 'You can import a file again: records are recognized by their unique key.',
  },
  wix: {
    before: [
      'In Wix, open the *CMS* and the collection that the seed came from.',
      'Choose *More Actions → Import items* and upload the files one by one, in this order:',
    ],
    after: [
      {
        text: 'Map each column to the field of the same name, *ID* to *ID*: a field without a column is erased.',
      },
      { text: 'Open the dynamic page of one of the new items.' },
    ],
    again:
      'You can import a file again: items are recognized by their ID. Don’t save it in a spreadsheet program, which would change phone numbers.',
  },
  webflow: {
    before: [
      'Import the sample pages of *Test Page* first, and delete them afterward: Geoloom’s checks follow Webflow’s documentation and haven’t been run against Webflow itself.',
      'In the Webflow Designer, open the *CMS* panel and the collection that the seed came from. The items that it refers to must exist.',
      'Choose *Import* and upload the files one by one, in this order:',
    ],
    after: [
      { text: 'Choose *Import all as new items* and map each column to the field of the same name.' },
      { text: 'Open one of the new items, then publish the site: imported items aren’t live until you do.' },
    ],
    again: 'Importing a file twice creates duplicates. Delete the first batch before you re-import.',
  },
};
