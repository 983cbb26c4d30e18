/**
 * Creates the example project with an ordinary save. The request is stored in the transaction of the first account, so
 * that neither an error nor a crash loses it.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DEFAULT_FOOTER_LINKS } from '#contract/project-shapes.ts';
import type { Db } from '#server/db/open.ts';
import { findScope } from '#server/db/scope.ts';
import { AppError } from '../../app-error.ts';
import type { Context } from '../../context.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import { findSampleRequest, findSuperadmin, hasProjects, saveSampleRequest } from './sample-data.store.ts';
import type { SavingService } from './saving.service.ts';

/** Fixed, so that two processes that start on one database create one project. */
const FORM_KEY = '7c1f4d0e-52a8-4b6b-9d3e-0f8a1c5e7b21';

interface SampleOptions {
  saving: SavingService;
  notifications: Pick<NotificationsService, 'notify'>;
  /** Folder of the example seed and sheet. */
  folder: string;
  /** Creates the project for every first account, and for one that has no project yet. */
  isAlwaysWanted: boolean;
}

type SampleContext = Pick<Context, 'db' | 'logError'>;

type Needs = SampleContext & SampleOptions;

export function createSampleData(context: SampleContext, options: SampleOptions) {
  const needs = { ...context, ...options };
  return {
    isAlwaysWanted: options.isAlwaysWanted,
    /** Requests the project in the transaction that creates the account. */
    want: (trx: Db, userId: number) => saveSampleRequest(trx, { user_id: userId, is_made: false }),
    /**
     * Creates the project if it is requested; its run continues by itself. Never fails: errors are logged, the user is
     * notified, and the next start retries.
     */
    makeWanted: () =>
      makeWanted(needs).catch((error: unknown) =>
        context.logError(error, 'Failed to check whether the example project is requested'),
      ),
  };
}

async function makeWanted(needs: Needs): Promise<void> {
  const { db, isAlwaysWanted } = needs;
  const request = (await findSampleRequest(db)) ?? (isAlwaysWanted ? await findLateRequest(db) : undefined);
  if (request === undefined || request.is_made) return;
  // With any project, either the process crashed before this was recorded, or an example is no longer needed.
  const isMade = (await hasProjects(db)) || (await makeOrNotify(needs, request.user_id));
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
    needs.logError(error, 'Failed to create the example project');
    const reason = error instanceof AppError ? ` ${error.message}` : '';
    await needs.notifications.notify(needs.db, {
      userId,
      text: `We couldn’t create the example project.${reason} It will be retried when the server starts again.`,
      eventKey: 'sample_data',
    });
    return false;
  }
}

async function make({ db, saving, folder }: Needs, userId: number): Promise<void> {
  const scope = await findScope(db, userId);
  // The account was deleted.
  if (scope === undefined) return;
  const seed = await readFile(join(folder, 'plumber.xml'));
  const script = await readFile(join(folder, 'towns.csv'), 'utf8');
  const fields = {
    key: FORM_KEY,
    title: 'Plumber (example)',
    notes: 'An example: a page about plumbers and five towns.',
    google_spread_sheet: '',
    script,
    footer_links: DEFAULT_FOOTER_LINKS,
    keep: undefined,
    seed_page: undefined,
    columns: undefined,
    projectId: undefined,
    site_base_url: undefined,
    type: 'wordpress' as const,
    project_id: undefined,
    domain_id: undefined,
    split_xml_file: undefined,
    revision: undefined,
  };
  const file = { name: 'plumber.xml', type: 'text/xml', bytes: new Uint8Array(seed) };
  await saving.save({ fields, file }, { actor: { userId }, scope, signal: AbortSignal.timeout(60_000) });
}
