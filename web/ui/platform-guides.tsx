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
      Use the XML file that HubSpot’s blog importer takes: a WordPress export (WXR), RSS or Atom with one post
      that has an author and a link.
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

/** What the importer of each platform asks for. */
export const IMPORT_GUIDES: Readonly<Record<PagePlatform, (isMany: boolean) => ReactNode>> = {
  wordpress: (isMany) => (
    <>
      <li>
        In your WordPress admin, go to <strong>Tools → Import → WordPress</strong>. The importer installs
        itself with one click if it is not there.
      </li>
      <li>Choose Run Importer and upload {upload(isMany)}.</li>
      <li>
        Assign the pages to an author of the site. Tick <strong>Download and import file attachments</strong>{' '}
        if the pages have featured images of the project, or the seed's pictures are not on the site yet.
      </li>
      <li>
        Wait for “All done. Have fun!” {isMany ? 'before the next part. ' : ''}
        If the import stops, upload the same file again: pages that are there are skipped.
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
      <li>A file that is imported again may double its posts: delete those of the first import before.</li>
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
