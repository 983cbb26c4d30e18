/**
 * The example project, made by the same save that everybody uses: what it shows is real. That it is wanted
 * is written down together with the first account, so that no failure and no end of the process loses it.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DEFAULT_FOOTER_LINKS } from '#contract/project-shapes.ts';
import type { Db } from '#server/db/open.ts';
import { findScope } from '#server/db/scope.ts';
import { AppError } from '../../app-error.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import { findSampleWish, findSuperadmin, hasProjects, saveSampleWish } from './sample-data.store.ts';
import type { SavingService } from './saving.service.ts';

/** Two processes that start on one database save the same form: the second finds what the first made. */
const FORM_KEY = '7c1f4d0e-52a8-4b6b-9d3e-0f8a1c5e7b21';

interface Needs {
  db: Db;
  saving: SavingService;
  notifications: Pick<NotificationsService, 'notify'>;
  /** Where the example seed and sheet lie. */
  folder: string;
  /** Every first account gets it, and so does one that has no project yet. */
  isAlwaysWanted: boolean;
  logError(error: unknown, text: string): void;
}

export interface SampleDataService {
  isAlwaysWanted: boolean;
  /** Written down in the transaction that makes the account. */
  want(trx: Db, userId: number): Promise<void>;
  /**
   * Makes what is wanted and has not come yet; its run goes on by itself. Never fails: what goes wrong is
   * logged, the person is notified, and the next start tries again.
   */
  makeWanted(): Promise<void>;
}

export function createSampleData(needs: Needs): SampleDataService {
  return {
    isAlwaysWanted: needs.isAlwaysWanted,
    want: (trx, userId) => saveSampleWish(trx, { user_id: userId, is_made: false }),
    makeWanted: () =>
      makeWanted(needs).catch((error: unknown) =>
        needs.logError(error, 'whether the example project is wanted could not be found out'),
      ),
  };
}

async function makeWanted(needs: Needs): Promise<void> {
  const { db, isAlwaysWanted } = needs;
  const wish = (await findSampleWish(db)) ?? (isAlwaysWanted ? await findLateWish(db) : undefined);
  if (wish === undefined || wish.is_made) return;
  // It came and the process ended before that was written down, or nobody needs an example any more.
  const isMade = (await hasProjects(db)) || (await makeOrNotify(needs, wish.user_id));
  if (isMade) await saveSampleWish(db, { ...wish, is_made: true });
}

/** Asked for by the settings when there was a first account already. */
async function findLateWish(db: Db) {
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
  // Nobody is there any more to look at it.
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
