/** Placeholders for a footer link: the URL of the page, then the columns of the sheet and the second list. */
import type { Inspection } from './form-state.ts';

export interface Insertable {
  /** Text for the template: `[geo_city]`. */
  text: string;
  /** Description for its tooltip. */
  meaning: string;
}

type Table = NonNullable<Inspection['table']>;

/** Characters that a name in brackets can't have. */
const UNWRITABLE = /[[\]|\n]/;
const isUrl = (name: string) => /^geo[\s_-]*url$/i.test(name);

const PAGE_URL: Insertable = { text: '[geo_url]', meaning: 'the URL of the page' };

/** Without a sheet, the seed's placeholders stand in for its columns. */
export function listInsertables(inspection: Inspection | undefined): Insertable[] {
  const table = inspection?.table;
  if (!table) {
    const uses = inspection?.seed?.placeholders.filter(({ state }) => state === 'waiting') ?? [];
    const names = uses.map(({ text }) => text).filter((text) => !text.includes('|'));
    const texts = names.length > 0 ? names : ['[geo_city]'];
    return [
      PAGE_URL,
      ...texts
        .filter((text) => !isUrl(text.slice(1, -1)))
        .map((text) => ({ text, meaning: 'a column your sheet needs' })),
    ];
  }
  const lists = inspection.combined ? [table, inspection.combined] : [table];
  return [PAGE_URL, ...lists.flatMap(listColumns)];
}

function listColumns({ columns, rows: [first] }: Pick<Table, 'columns' | 'rows'>): Insertable[] {
  return columns.flatMap(({ name }, index) => {
    if (UNWRITABLE.test(name) || isUrl(name)) return [];
    const sample = first?.cells[index] ?? '';
    const meaning = sample === '' ? 'empty in the first row' : `in the first row ${sample}`;
    return [{ text: `[${name}]`, meaning }];
  });
}
