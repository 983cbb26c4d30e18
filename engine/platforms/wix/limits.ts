/**
 * One imported CSV file:
 * https://support.wix.com/en/article/cms-formerly-content-manager-importing-content-into-a-collection
 */
export const limits = {
  /** Wix documents no length of slugs. */
  slugBytes: 200,
  fields: 1000,
  items: 50_000,
} as const;
