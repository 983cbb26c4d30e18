/** Answers to the first questions about the seed page, shown until one is chosen. */
import type { ReactNode } from 'react';
import type { PageType } from '#contract/project-types.ts';
import { SampleFiles } from '#web/ui/sample-files.tsx';
import classes from './seed-help.module.css';

/** How a person gets the seed page out of each platform. */
const EXPORTS: Readonly<Record<PageType, ReactNode>> = {
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

export function SeedHelp({ type }: { type: PageType }) {
  return (
    <div className={classes.help}>
      <details>
        <summary>What is a placeholder?</summary>
        <p>
          A column name in brackets, such as <code>[geo_city]</code>. Type it into your page wherever the text
          changes from town to town. Geoloom makes one page for each row of your sheet and puts the cell of
          that row in its place.
        </p>
      </details>
      <details>
        <summary>How to export</summary>
        <p>{EXPORTS[type]}</p>
      </details>
      <p>
        <SampleFiles type={type} />
      </p>
    </div>
  );
}
