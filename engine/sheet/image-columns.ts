/** What placeholders say of a project's primary images: `[image_1]`, `[image_1_alt]` …, and `[featured_image]` in turn. */
import type { Table } from './table.ts';

/** An image that pages show. */
export interface PageImage {
  /** Where the site fetches it. */
  url: string;
  alt: string;
}

/** What XML cannot hold is a blank. */
export const cleanAlt = (text: string): string => text.replaceAll(/[\p{Cc}\ufffe\uffff]+/gu, ' ').trim();

/** The sheet with columns for the images; a column that the sheet has itself stays. Each row has the next featured image. */
export function addImageColumns(table: Table, images: readonly PageImage[]): Table {
  if (images.length === 0) return table;
  const urls = images.map(({ url }) => url);
  const alts = images.map(({ alt }) => cleanAlt(alt));
  return table.withColumns([
    ...urls.map((url, index) => ({ name: `image_${index + 1}`, texts: [url] })),
    ...alts.map((alt, index) => ({ name: `image_${index + 1}_alt`, texts: [alt] })),
    { name: 'featured_image', texts: urls },
    { name: 'featured_image_alt', texts: alts },
  ]);
}
