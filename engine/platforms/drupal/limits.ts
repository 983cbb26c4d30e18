/** Lengths of Drupal's columns: `alias` of path_alias and `title` of node are varchar(255). */
export const limits = { slugBytes: 255, titleCharacters: 255 } as const;
