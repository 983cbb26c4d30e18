/** Options of a build that a project and each of its runs store. */

export const BUILD_OPTIONS = [
  'footer_links',
  'keep',
  'seed_page',
  'schedule',
  'columns',
  'site_base_url',
  'file_name',
  'caption',
] as const;

export type BuildOptions = Record<(typeof BUILD_OPTIONS)[number], string>;

/** Selects some fields of a row. */
export function pickFields<Row extends object, Name extends keyof Row>(
  row: Row,
  names: readonly Name[],
): Pick<Row, Name> {
  return Object.fromEntries(names.map((name) => [name, row[name]])) as Pick<Row, Name>;
}
