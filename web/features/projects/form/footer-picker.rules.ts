/** What may be put into a footer link: the page's address, then the columns of the sheet. */
import type { Inspection } from './form-state.ts';

export interface Insertable {
  /** As it is written into the template: `[geo_city]`. */
  text: string;
  /** What it says, in words. */
  meaning: string;
}

/** A name with these characters in it cannot be written in brackets. */
const UNWRITABLE = /[[\]|\n]/;
const isAddress = (name: string) => /^geo[\s_-]*url$/i.test(name);

const ADDRESS: Insertable = { text: '[geo_url]', meaning: 'the address of the page' };

/** Without a sheet the names of the seed's placeholders will be its columns. */
export function listInsertables(inspection: Inspection | undefined): Insertable[] {
  const table = inspection?.table;
  if (!table) {
    const uses = inspection?.seed?.placeholders.filter(({ state }) => state === 'waiting') ?? [];
    const names = uses.map(({ text }) => text).filter((text) => !text.includes('|'));
    const texts = names.length > 0 ? names : ['[geo_city]'];
    return [
      ADDRESS,
      ...texts
        .filter((text) => !isAddress(text.slice(1, -1)))
        .map((text) => ({ text, meaning: 'a column of the sheet to come' })),
    ];
  }
  const [first] = table.rows;
  return [
    ADDRESS,
    ...table.columns.flatMap(({ name }, index) => {
      if (UNWRITABLE.test(name) || isAddress(name)) return [];
      const sample = first?.cells[index] ?? '';
      return [
        {
          text: `[${name}]`,
          meaning: sample === '' ? 'empty in the first row' : `in the first row ${sample}`,
        },
      ];
    }),
  ];
}
