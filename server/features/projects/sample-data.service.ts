/** The example project, made by the same save that everybody uses: what it shows is real. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DEFAULT_FOOTER_LINKS } from '#contract/project-shapes.ts';
import type { SavingService } from './saving.service.ts';

interface Needs {
  saving: SavingService;
  /** Where the example seed and sheet lie. */
  folder: string;
}

export interface SampleDataService {
  /** Saves the example for a person; its run goes on by itself. */
  make(userId: number): Promise<void>;
}

export function createSampleData({ saving, folder }: Needs): SampleDataService {
  return {
    make: async (userId) => {
      const seed = await readFile(join(folder, 'plumber.xml'));
      const script = await readFile(join(folder, 'towns.csv'), 'utf8');
      const fields = {
        title: 'Plumber (example)',
        notes: 'An example: a page about plumbers and five towns.',
        google_spread_sheet: '',
        script,
        footer_links: DEFAULT_FOOTER_LINKS,
        type: 'wordpress' as const,
        project_id: undefined,
        split_xml_file: undefined,
        revision: undefined,
      };
      const file = { name: 'plumber.xml', type: 'text/xml', bytes: new Uint8Array(seed) };
      await saving.save({ fields, file }, { userId, signal: AbortSignal.timeout(60_000) });
    },
  };
}
