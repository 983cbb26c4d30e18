/**
 * Sizes of WordPress' database columns (`wp_get_db_schema()` in wp-admin/includes/schema.php). A varchar is
 * measured in characters; counted in bytes, no text passes it. HubSpot documents no sizes for imported posts.
 */
export const wxrLimits = {
  /** `post_name`, varchar(200); `sanitize_title()` cuts after as many bytes. */
  slugBytes: 200,
  /** `post_title`, MySQL's text. */
  titleBytes: 65_535,
  /** `post_excerpt`, MySQL's text. */
  excerptBytes: 65_535,
  /** `guid`, varchar(255). */
  guidBytes: 255,
  /** `meta_key`, varchar(255). */
  metaKeyBytes: 255,
  /** Short columns: a longer value fails the page. */
  fieldBytes: new Map([
    ['wp:post_type', 20],
    ['wp:status', 20],
    ['wp:comment_status', 20],
    ['wp:ping_status', 20],
    ['wp:post_password', 255],
  ]),
} as const;
