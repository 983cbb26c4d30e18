/** Tutorials: administrators write them, everybody reads them. */
import type { HandlerInput } from '#contract/endpoint.ts';
import { LEVELS, type tutorialsContract } from '#contract/tutorials.contract.ts';
import type { Db } from '#server/db/open.ts';
import { AppError, refuseStale } from '../../app-error.ts';
import type { Caller } from '../../caller.ts';
import type { AuditLog } from '../audit-log/audit-log.service.ts';
import type { SignFor } from '../files/signing.service.ts';
import { createPreviews, type PreviewNeeds, type PreviewsService } from './previews.service.ts';
import {
  deletePreview,
  deleteTutorial,
  findPreview,
  findTutorial,
  insertTutorial,
  listTutorials,
  updateTutorial,
} from './tutorials.store.ts';

type Input<Verb extends keyof typeof tutorialsContract> = HandlerInput<(typeof tutorialsContract)[Verb]>;
type Row = Awaited<ReturnType<typeof insertTutorial>>;

interface Needs extends PreviewNeeds {
  audit: AuditLog;
  signFor: SignFor;
}

export type TutorialsService = ReturnType<typeof createTutorials>;

export function createTutorials(needs: Needs) {
  const { db, audit, clock, signFor } = needs;
  const previews = createPreviews(needs);
  const describe = (row: Row, { actor }: Caller) => ({
    ...row,
    preview_url: previews.toUrl(signFor(actor.userId), row.preview_name),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  });
  const show = async ({ params }: Input<'show' | 'edit'>, caller: Caller) => [
    describe(await getTutorial(db, params.id), caller),
  ];
  return {
    ...createRemovals(needs, previews),
    source: previews.source,
    levels: () => LEVELS.map((name) => ({ name })),
    async list({ query }: Input<'list'>, caller: Caller) {
      const { rows, meta } = await listTutorials(db, query);
      return { data: rows.map((row) => describe(row, caller)), meta };
    },
    async create({ body }: Input<'create'>, caller: Caller) {
      const { userId } = caller.actor;
      const now = clock();
      const by = { created_by: userId, updated_by: userId, created_at: now, updated_at: now };
      const fields = { preview_name: null, ...toColumns(body) };
      const insert = db.transaction().execute(async (trx) => {
        const row = await insertTutorial(trx, { ...fields, ...by });
        await audit.record(trx, caller.actor, { verb: 'create', object: objectOf(row), after: fields });
        return row;
      });
      return describe(await insert.catch(refusePreview), caller);
    },
    show,
    edit: show,
    async update({ params, body: { revision, ...body } }: Input<'update'>, caller: Caller) {
      const { actor } = caller;
      const fields = toColumns(body);
      const update = db.transaction().execute(async (trx) => {
        const before = await getTutorial(trx, params.id);
        if (revision !== undefined && revision !== before.revision) throw refuseStale(before);
        const by = { updated_by: actor.userId, updated_at: clock(), revision: before.revision + 1 };
        const row = await updateTutorial(trx, params.id, { ...fields, ...by });
        await audit.record(trx, actor, { verb: 'update', object: objectOf(row), before, after: fields });
        const { preview_name: old } = before;
        const replaced = old === null || old === row.preview_name ? [] : [old];
        for (const name of replaced) await deletePreview(trx, name);
        return { row, replaced };
      });
      const { row, replaced } = await update.catch(refusePreview);
      await previews.discard(replaced);
      return describe(row, caller);
    },
    async uploadPreview({ file }: Input<'uploadPreview'>, { actor }: Caller) {
      const name = await previews.store(file, actor.userId);
      return { preview_name: name, preview_url: previews.toUrl(signFor(actor.userId), name) ?? '' };
    },
  };
}

/** Rows go first: a file that is left over is asked for by nobody. */
function createRemovals({ db, audit }: Needs, previews: PreviewsService) {
  return {
    async remove({ params }: Input<'remove'>, { actor }: Caller) {
      const unused = await db.transaction().execute(async (trx) => {
        const before = await getTutorial(trx, params.id);
        await deleteTutorial(trx, params.id);
        if (before.preview_name !== null) await deletePreview(trx, before.preview_name);
        await audit.record(trx, actor, { verb: 'delete', object: objectOf(before), before });
        return before.preview_name === null ? [] : [before.preview_name];
      });
      await previews.discard(unused);
      return { data: {}, message: 'Tutorial was successfully deleted!' };
    },
    async deletePreview({ body: { preview_name: name, id } }: Input<'deletePreview'>, { actor }: Caller) {
      await db.transaction().execute(async (trx) => {
        const preview = await findPreview(trx, name);
        const tutorialId = preview?.tutorial_id ?? undefined;
        if (preview === undefined || (id !== undefined && id !== tutorialId)) throw new AppError('not_found');
        await deletePreview(trx, name);
        if (tutorialId === undefined) return;
        const change = { before: { preview_name: name }, after: { preview_name: null } };
        await audit.record(trx, actor, { verb: 'update', object: objectOf({ id: tutorialId }), ...change });
      });
      await previews.discard([name]);
      return {};
    },
  };
}

const objectOf = ({ id }: { id: number }) => ({ kind: 'tutorial', id }) as const;

async function getTutorial(db: Db, id: number) {
  const row = await findTutorial(db, id);
  if (row === undefined) throw new AppError('not_found');
  return row;
}

function toColumns(body: Input<'create'>['body']) {
  const { difficulty_level: level, preview_name: name, ...texts } = body;
  return { ...texts, level, ...(name === undefined ? {} : { preview_name: name === '' ? null : name }) };
}

/** A preview is of one tutorial alone, and may have been deleted meanwhile: the database knows. */
function refusePreview(error: unknown): never {
  const { constraint } = (error ?? {}) as { constraint?: unknown };
  if (typeof constraint !== 'string' || !constraint.startsWith('tutorials_preview')) throw error;
  throw new AppError('invalid', {
    fields: { preview_name: ['This preview image is gone or in use. Upload it again'] },
    cause: error,
  });
}
