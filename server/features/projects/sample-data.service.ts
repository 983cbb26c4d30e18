/**
 * Creates the example projects with ordinary saves. The request is stored in the transaction of the first account, so
 * that neither an error nor a crash loses it.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DEFAULT_FOOTER_LINKS } from '#contract/project-shapes.ts';
import type { Db } from '#server/db/open.ts';
import { findScope } from '#server/db/scope.ts';
import { AppError } from '../../app-error.ts';
import { type Context, withServices } from '../../context.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import {
  findSampleRequest,
  findSuperadmin,
  hasOtherProjects,
  saveSampleRequest,
} from './sample-data.store.ts';
import type { SavingService } from './saving.service.ts';

/** Their keys are fixed, so that two processes that start on one database create each project once. */
const EXAMPLES = [
  {
    key: '7c1f4d0e-52a8-4b6b-9d3e-0f8a1c5e7b21',
    title: 'Plumber (example)',
    notes: 'An example: three services in each of five towns.',
    seed: 'service-page.xml',
    sheet: 'towns.csv',
    combined: 'services.csv',
  },
  {
    key: '1b9e6a52-8c37-4f0d-a1d4-6e2b90c7f358',
    title: 'Drain cleaning (example)',
    notes: 'An example: a page with conditions, variants, a list of services and links to towns nearby.',
    seed: 'drain-page.xml',
    sheet: 'drain-towns.csv',
    combined: undefined,
  },
];

interface SampleOptions {
  saving: SavingService;
  notifications: Pick<NotificationsService, 'notify'>;
  /** Folder of the example files. */
  folder: string;
  /** Creates the projects for every first account, and for one that has no project yet. */
  isAlwaysWanted: boolean;
}

type SampleContext = Pick<Context, 'db' | 'logError'>;

type Needs = SampleContext & SampleOptions;

export function createSampleData(context: SampleContext, options: SampleOptions) {
  const needs = withServices(context, options);
  return {
    isAlwaysWanted: options.isAlwaysWanted,
    /** Requests the projects in the transaction that creates the account. */
    want: (trx: Db, userId: number) => saveSampleRequest(trx, { user_id: userId, is_made: false }),
    /**
     * Creates the projects if they are requested; their runs continue by themselves. Never fails: errors are logged, the user is
     * notified, and the next start retries.
     */
    makeWanted: () =>
      makeWanted(needs).catch((error: unknown) =>
        context.logError(error, 'Failed to check whether the example projects are requested'),
      ),
  };
}

async function makeWanted(needs: Needs): Promise<void> {
  const { db, isAlwaysWanted } = needs;
  const request = (await findSampleRequest(db)) ?? (isAlwaysWanted ? await findLateRequest(db) : undefined);
  if (request === undefined || request.is_made) return;
  // With a project of its own, the installation no longer needs examples.
  const keys = EXAMPLES.map(({ key }) => key);
  const isMade = (await hasOtherProjects(db, keys)) || (await makeOrNotify(needs, request.user_id));
  if (isMade) await saveSampleRequest(db, { ...request, is_made: true });
}

/** The setting was turned on after the first account was created. */
async function findLateRequest(db: Db) {
  const userId = await findSuperadmin(db);
  return userId === undefined ? undefined : { user_id: userId, is_made: false };
}

async function makeOrNotify(needs: Needs, userId: number): Promise<boolean> {
  try {
    await make(needs, userId);
    return true;
  } catch (error) {
    needs.logError(error, 'Failed to create the example projects');
    const reason = error instanceof AppError ? ` ${error.message}` : '';
    await needs.notifications.notify(needs.db, {
      userId,
      text: `We couldn’t create the example projects.${reason} We’ll try again the next time the server starts.`,
      eventKey: 'sample_data',
    });
    return false;
  }
}

async function make({ db, saving, folder }: Needs, userId: number): Promise<void> {
  const scope = await findScope(db, userId);
  // The account was deleted.
  if (scope === undefined) return;
  const read = async (name: string) => ({ name, bytes: new Uint8Array(await readFile(join(folder, name))) });
  for (const { key, title, notes, ...files } of EXAMPLES) {
    const fields = {
      key,
      title,
      notes,
      google_spread_sheet: '',
      script: new TextDecoder().decode((await read(files.sheet)).bytes),
      footer_links: DEFAULT_FOOTER_LINKS,
      keep: undefined,
      seed_page: undefined,
      schedule: undefined,
      columns: undefined,
      projectId: undefined,
      site_base_url: undefined,
      type: 'wordpress' as const,
      project_id: undefined,
      domain_id: undefined,
      split_xml_file: undefined,
      revision: undefined,
    };
    const file = { ...(await read(files.seed)), type: 'text/xml' };
    const combinedFile = files.combined === undefined ? undefined : await read(files.combined);
    const signal = AbortSignal.timeout(60_000);
    await saving.save({ fields, file, combinedFile }, { actor: { userId }, scope, signal });
  }
}
