/** Settings of a post that columns of the sheet can set in HubSpot’s blog importer; HubDB has none of them. */
import type { SteeringSupport } from '../../render/steering.ts';
import { TERM_COLUMNS } from '../shared/wxr/steered-fields.ts';

export const steering: SteeringSupport = {
  columns: {
    page_status: { field: 'wp:status', accepts: { publish: 'publish', draft: 'draft' } },
    page_date: {
      field: 'pubDate, wp:post_date, wp:post_date_gmt',
      accepts: 'a date such as 2026-12-01 09:00 in the site’s time zone, or 2026-12-01T09:00-07:00',
    },
    page_author: { field: 'dc:creator', accepts: 'the login or email address of an author in the export' },
    ...TERM_COLUMNS,
    page_image: {
      field: 'meta _thumbnail_id',
      accepts: 'the ID, file name or URL of an image in the export',
    },
  },
};
