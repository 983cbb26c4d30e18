/** Tutorials: administrators write them, everybody reads them. */
import type { HandlerInput } from '#contract/endpoint.ts';
import { LEVELS, type tutorialsContract } from '#contract/tutorials.contract.ts';
import { onBroken } from '#server/db/database-error.ts';
import type { Db } from '#server/db/open.ts';
import type { SavedRow } from '#server/db/saved-rows.ts';
import { AppError, checkRevision, getFound } from '../../app-error.ts';
import type { Caller } from '../../caller.ts';
import type { AuditLog } from '../audit-log/audit-log.service.ts';
import { createSavedNoun } from '../audit-log/saved-noun.service.ts';
import type { FileHolder } from '../files/garbage-collection.service.ts';
import {
  createPictures,
  holdPictures,
  type PictureKind,
  type PictureNeeds,
  toKey,
} from '../files/pictures.service.ts';
import {
  deletePreview,
  deleteUnusedPreviews,
  findPreview,
  insertPreview,
  listPreviews,
  listTutorials,
} from './tutorials.store.ts';

type Input<Verb extends keyof typeof tutorialsContract> = HandlerInput<(typeof tutorialsContract)[Verb]>;

interface Needs extends PictureNeeds {
  audit: AuditLog;
  clock: () => Date;
}

const PREVIEWS: PictureKind = {
  kind: 'preview',
  folder: 'previews/',
  ending: '.webp',
  field: 'file',
  box: { width: 1280, height: 720 },
  list: listPreviews,
};
/** For so long a form may be open between the upload and its save. */
const UNUSED_MS = 24 * 3600 * 1000;

export function createTutorials(needs: Needs) {
  const { db } = needs;
  const previews = createPreviews(needs);
  const saved = createSavedNoun(needs, { kind: 'tutorial', table: 'tutorials' });
  const describe = (row: SavedRow<'tutorials'>, { actor }: Caller) => ({
    ...row,
    preview_url: row.preview_name && previews.toUrl(row.preview_name, actor.userId),
  });
  const show = async ({ params }: Input<'show' | 'edit'>, caller: Caller) => [
    describe(await saved.get(db, params.id), caller),
  ];
  return {
    ...previews,
    levels: () => LEVELS.map((name) => ({ name })),
    async list({ query }: Input<'list'>, caller: Caller) {
      const { rows, meta } = await listTutorials(db, query);
      return { data: rows.map((row) => describe(row, caller)), meta };
    },
    show,
    edit: show,
    async create({ body }: Input<'create'>, caller: Caller) {
      const { actor } = caller;
      const recorded = { preview_name: null, ...toColumns(body) };
      const row = { ...recorded, created_by: actor.userId };
      const insert = db.transaction().execute((trx) => saved.insert(trx, actor, { row, recorded }));
      return describe(await insert.catch(refusePreview), caller);
    },
    async update({ params, body: { revision, ...body } }: Input<'update'>, caller: Caller) {
      const update = db.transaction().execute(async (trx) => {
        const before = await saved.get(trx, params.id);
        checkRevision(before, revision);
        const row = await saved.update(trx, caller.actor, { before, change: toColumns(body) });
        const unused = before.preview_name === row.preview_name ? null : before.preview_name;
        if (unused !== null) await deletePreview(trx, unused);
        return { row, unused };
      });
      const { row, unused } = await update.catch(refusePreview);
      await previews.discard([unused]);
      return describe(row, caller);
    },
    async remove({ params }: Input<'remove'>, { actor }: Caller) {
      // Rows go first: a file that is left over is asked for by nobody.
      const unused = await db.transaction().execute(async (trx) => {
        const before = await saved.get(trx, params.id);
        await saved.remove(trx, actor, before);
        if (before.preview_name !== null) await deletePreview(trx, before.preview_name);
        return before.preview_name;
      });
      await previews.discard([unused]);
      return { data: {}, message: 'Tutorial was successfully deleted!' };
    },
  };
}

/** Uploaded before the tutorial that shows it, and deleted when none does. */
function createPreviews(needs: Needs) {
  const { db, audit, clock } = needs;
  const pictures = createPictures(needs, PREVIEWS);
  return {
    ...pictures,
    async uploadPreview({ file }: Input<'uploadPreview'>, { actor: { userId } }: Caller) {
      // The row first: a file that arrives is always one that is deleted when nobody uses it.
      const insert = (name: string) => insertPreview(db, { name, created_by: userId, created_at: clock() });
      const name = await pictures.store(file, insert);
      return { preview_name: name, preview_url: pictures.toUrl(name, userId) };
    },
    async deletePreview({ body: { preview_name: name, id } }: Input<'deletePreview'>, { actor }: Caller) {
      await db.transaction().execute(async (trx) => {
        const { tutorial_id: tutorialId } = getFound(await findPreview(trx, name));
        if (id !== undefined && id !== tutorialId) throw new AppError('not_found');
        await deletePreview(trx, name);
        if (tutorialId === null) return;
        const object = { kind: 'tutorial', id: tutorialId } as const;
        const change = { before: { preview_name: name }, after: { preview_name: null } };
        await audit.record(trx, actor, { verb: 'update', object, ...change });
      });
      await pictures.discard([name]);
      return {};
    },
  };
}

/** For the garbage collection: a preview that no tutorial shows, and what a killed process leaves. */
export function holdPreviews({ db, clock }: { db: Db; clock: () => Date }): FileHolder {
  return {
    ...holdPictures(db, PREVIEWS),
    async *deleteUnused(before) {
      const oldest = Math.min(before.getTime(), clock().getTime() - UNUSED_MS);
      const names = await deleteUnusedPreviews(db, new Date(oldest));
      yield names.map((name) => toKey(PREVIEWS, name));
    },
  };
}

function toColumns({ difficulty_level: level, preview_name: name, ...texts }: Input<'create'>['body']) {
  return { ...texts, level, ...(name === undefined ? {} : { preview_name: name === '' ? null : name }) };
}

/** A preview is of one tutorial alone, and may have been deleted meanwhile: the database knows. */
const refusePreview = onBroken(['tutorials_preview', 'tutorials_preview_name_fkey'], (cause) => {
  const fields = { preview_name: ['This preview image is gone or in use. Upload it again'] };
  return new AppError('invalid', { fields, cause });
});
