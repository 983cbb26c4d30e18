/** Adds the project's primary images to a sheet: `[image_1]`, `[image_1_alt]` …, and `[featured_image]` in rotation. */
import type { Table } from './table.ts';

/** An image that pages show. */
export interface PageImage {
  url: string;
  alt: string;
}

/** Replaces characters that XML doesn't allow with spaces. */
export const cleanAlt = (text: string): string => text.replaceAll(/[\p{Cc}\ufffe\uffff]+/gu, ' ').trim();

/** Adds columns for the images, unless the sheet has them. Each row gets the next featured image. */
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
