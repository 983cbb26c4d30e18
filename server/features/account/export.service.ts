/** Personal data export: a zip with one JSON file per kind of data. */
import type { FileReply } from '#contract/endpoint.ts';
import type { zipFiles } from '#server/gateways/zip-of-files.ts';
import type { Caller } from '../../caller.ts';
import type { Context } from '../../context.ts';
import { readExport } from './export.store.ts';

export type ExportService = ReturnType<typeof createExports>;

export function createExports({ db, files, clock }: Context, { zip }: { zip: typeof zipFiles }) {
  return {
    async export({ actor: { userId } }: Caller): Promise<FileReply> {
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
