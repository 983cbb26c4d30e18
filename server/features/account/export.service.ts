/** A zip of what is stored about a person: one JSON file for each kind of thing. */
import type { FileAnswer } from '#contract/endpoint.ts';
import type { Db } from '#server/db/open.ts';
import type { Files } from '#server/gateways/files.ts';
import type { zipFiles } from '#server/gateways/zip-of-files.ts';
import type { Caller } from '../../caller.ts';
import { readExport } from './export.store.ts';

interface Needs {
  db: Db;
  files: Files;
  zip: typeof zipFiles;
  clock: () => Date;
}

export interface ExportService {
  export(caller: Caller): Promise<FileAnswer>;
}

export function createExports({ db, files, zip, clock }: Needs): ExportService {
  return {
    async export({ actor: { userId } }) {
      const parts = Object.entries(await readExport(db, userId));
      const entries = parts.map(([name, rows]) => ({
        name: `${name}.json`,
        text: `${JSON.stringify(rows, undefined, 2)}\n`,
      }));
      const { length, stream } = await zip(files, entries, { modified: clock() });
      return {
        name: 'geoloom-account.zip',
        type: 'application/zip',
        size: length,
        disposition: 'attachment',
        isSeekable: false,
        open: async () => stream,
      };
    },
  };
}
