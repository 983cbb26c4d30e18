/**
 * The leaves of an item that are kept until it ends; all of them are short but the title. Reader and
 * rules share the list.
 */
export const ITEM_LEAVES = [
  'title',
  'guid',
  'dc:creator',
  'wp:post_id',
  'wp:post_date',
  'wp:post_date_gmt',
  'wp:comment_status',
  'wp:ping_status',
  'wp:post_name',
  'wp:status',
  'wp:post_parent',
  'wp:menu_order',
  'wp:post_type',
  'wp:post_password',
  'wp:is_sticky',
] as const;
