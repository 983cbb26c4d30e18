/** One collection of Webflow: https://developers.webflow.com/data/changelog/2025/2/5 */
export const limits = {
  /** The documentation of the import names no length of slugs. */
  slugBytes: 200,
  fields: 60,
} as const;
