/** How a seed page gets out of each platform, and how the finished parts get into it. */
import type { ReactNode } from 'react';
import type { PagePlatform } from './sample-files.tsx';

/** How a person gets the seed page out of each platform. */
export const EXPORT_GUIDES: Readonly<Record<PagePlatform, ReactNode>> = {
  wordpress: (
    <>
      In WordPress, go to <strong>Tools → Export</strong>, choose <strong>Pages</strong>, and narrow the list
      by author, date or status until only your page is left. Then click <strong>Download Export File</strong>
      .
    </>
  ),
  hubspot: (
    <>
      HubSpot has no XML export of its own. Write the post with its placeholders in WordPress and export it
      under <strong>Tools → Export → Posts</strong>, or publish it in HubSpot, open the feed of the blog (
      <code>/rss.xml</code> after the URL of the blog) and save that file. The post needs an author and a
      link.
    </>
  ),
  drupal: (
    <>
      Export one node as XML: with a <strong>Views</strong> data export, with <strong>Node Export</strong>, or
      by adding <code>?_format=xml</code> to the address of the node where REST is turned on.
    </>
  ),
  wix: (
    <>
      In Wix, open the collection in the <strong>CMS</strong>, choose <strong>More Actions</strong>, then{' '}
      <strong>Export to CSV</strong>. The item with the placeholders becomes the pattern.
    </>
  ),
};

const upload = (isMany: boolean) =>
  isMany ? 'the parts one after the other, in the order of their numbers' : 'the file';

/** Shown if the type of the pages is unknown. */
const TYPE_STEP =
  'If the seed page is neither a page nor a post, turn on the plugin or theme that adds its type first. Without it, WordPress says “Invalid post type” and skips every page.';

/**
 * Steps of the importer of each platform.
 * `typeStep`: the plugin or theme that the pages need; empty if they need none.
 */
export const IMPORT_GUIDES: Readonly<
  Record<PagePlatform, (isMany: boolean, typeStep?: string) => ReactNode>
> = {
  wordpress: (isMany, typeStep = TYPE_STEP) => (
    <>
      <li>
        In your WordPress admin, go to <strong>Tools → Import → WordPress</strong>. The importer installs
        itself with one click if it is not there.
      </li>
      {typeStep !== '' && <li>{typeStep}</li>}
      <li>Choose Run Importer and upload {upload(isMany)}.</li>
      <li>
        Under <strong>Assign Authors</strong>, choose an existing user instead of creating one
        {isMany
          ? ', the same for every part: a user that part 1 created exists when you import part 2, and WordPress can’t create it again.'
          : '.'}
      </li>
      <li>
        Tick <strong>Download and import file attachments</strong> if the pages have featured images of the
        project, or the seed page’s pictures are not on the site yet.
        {isMany &&
          ' The last part adds the pictures in the content: WordPress updates their URLs only in pages that already exist.'}
      </li>
      <li>
        Wait for “All done. Have fun!” {isMany ? 'before the next part. ' : ''}
        Import each file once: a second import skips the pages that exist, but adds every custom field to them
        again. If the import stops halfway, delete the pages of that file, empty the trash, and upload the
        file again.
      </li>
    </>
  ),
  hubspot: (isMany) => (
    <>
      <li>
        In HubSpot, go to <strong>Content → Blog</strong>, choose <strong>Import</strong> and the source{' '}
        <strong>WordPress (XML file)</strong>.
      </li>
      <li>Choose the blog that the posts are for and upload {upload(isMany)}.</li>
      <li>Assign the author of the file to an author of the blog.</li>
      <li>Importing a file twice creates duplicates. Delete the first batch before you re-import.</li>
    </>
  ),
  drupal: (isMany) => (
    <>
      <li>
        In Drupal, open the importer that the seed was made for: <strong>Feeds</strong>,{' '}
        <strong>Migrate Plus</strong> or <strong>Node export</strong>. Its context or item selector is the
        record that the project’s page lists; sources and selectors are the other paths there.
      </li>
      <li>Map the unique key as unique.</li>
      <li>
        Leave <strong>Previously imported items</strong> on <strong>Keep</strong>, and import {upload(isMany)}
        .
      </li>
    </>
  ),
  wix: (isMany) => (
    <>
      <li>
        In Wix, open the <strong>CMS</strong> and the collection that the seed came from.
      </li>
      <li>
        Choose <strong>More Actions → Import items</strong> and upload {upload(isMany)}.
      </li>
      <li>
        Map each column to the field of the same name, <strong>ID</strong> to <strong>ID</strong>: a field
        without a column is erased.
      </li>
    </>
  ),
};
