/** HubSpot documents no sizes for imported posts: these are WordPress' sizes, whose format the importer reads. */
export const limits = {
  slugBytes: 200,
  titleBytes: 65_535,
  excerptBytes: 65_535,
  guidBytes: 255,
  metaKeyBytes: 255,
  fieldBytes: new Map([
    ['wp:post_type', 20],
    ['wp:status', 20],
    ['wp:comment_status', 20],
    ['wp:ping_status', 20],
    ['wp:post_password', 255],
  ]),
} as const;

/** One table of HubDB (https://developers.hubspot.com/docs/cms/start-building/features/storage/hubdb). */
export const hubdbLimits = { rows: 10_000, columns: 250, richTextCharacters: 65_000 } as const;
