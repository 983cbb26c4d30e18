/** Tutorials: written by administrators, read by all users. */
import type { HandlerInput } from '#contract/endpoint.ts';
import { LEVELS, type tutorialsContract } from '#contract/tutorials.contract.ts';
import { onViolation } from '#server/db/database-error.ts';
import type { Trx } from '#server/db/open.ts';
import type { SavedRow } from '#server/db/saved-rows.ts';
import type { Images } from '#server/gateways/images.ts';
import { AppError, checkRevision, getFound } from '../../app-error.ts';
import type { Caller } from '../../caller.ts';
import type { Context } from '../../context.ts';
import { createSavedResource } from '../audit-log/saved-resource.service.ts';
import { createPictures, type PictureKind } from '../files/pictures.service.ts';
import type { SignFor } from '../files/signing.service.ts';
import { hidePreview, listTutorials, lockOrder, updatePositions } from './tutorials.store.ts';

type Input<Verb extends keyof typeof tutorialsContract> = HandlerInput<(typeof tutorialsContract)[Verb]>;

interface TutorialServices {
  images: Images;
  signFor: SignFor;
}

export const PREVIEWS: PictureKind = {
  kind: 'preview',
  folder: 'previews/',
  extension: '.webp',
  field: 'file',
  box: { width: 1280, height: 720 },
  column: 'tutorials.preview_name',
  // Time between the upload and the save of the form.
  keepMs: 24 * 3600 * 1000,
};

export function createTutorials(context: Context, services: TutorialServices) {
  const { audit, db } = context;
  const previews = createPreviews(context, services);
  const saved = createSavedResource(context, { kind: 'tutorial', table: 'tutorials' });
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
      await previews.check(body.preview_name);
      const recorded = { preview_name: null, ...toColumns(body) };
      const row = { ...recorded, created_by: caller.actor.userId };
      const insert = db.transaction().execute((trx) => saved.insert(trx, caller.actor, { row, recorded }));
      return describe(await insert.catch(rejectPreview), caller);
    },
    async update({ params, body: { revision, ...body } }: Input<'update'>, caller: Caller) {
      await previews.check(body.preview_name);
      const update = db.transaction().execute(async (trx) => {
        const before = await saved.get(trx, params.id);
        checkRevision(before, revision);
        const row = await saved.update(trx, caller.actor, { before, change: toColumns(body) });
        return { row, unused: before.preview_name === row.preview_name ? null : before.preview_name };
      });
      const { row, unused } = await update.catch(rejectPreview);
      await previews.discard([unused]);
      return describe(row, caller);
    },
    move: ({ params: { id }, body }: Input<'move'>, { actor }: Caller) =>
      db.transaction().execute(async (trx) => {
        const order = await lockOrder(trx);
        const moved = getFound(order.find((each) => each.id === id));
        const from = order.indexOf(moved) + 1;
        const place = Math.min(body.place, order.length);
        const next = order.filter((each) => each !== moved).toSpliced(place - 1, 0, moved);
        // Reassigns the same positions.
        const changed = next
          .map((each, index) => ({ id: each.id, position: order[index]?.position ?? 0 }))
          .filter((each, index) => each.id !== order[index]?.id);
        if (changed.length > 0) {
          await updatePositions(trx, changed);
          const change = { before: { place: from }, after: { place } };
          await audit.record(trx, actor, { verb: 'update', object: { kind: 'tutorial', id }, ...change });
        }
        return { place, total: order.length };
      }),
    async remove({ params }: Input<'remove'>, { actor }: Caller) {
      const remove = async (trx: Trx) => saved.remove(trx, actor, await saved.get(trx, params.id));
      const removed = await db.transaction().execute(remove);
      await previews.discard([removed.preview_name]);
      return { data: {}, message: 'Tutorial was successfully deleted!' };
    },
  };
}

/** Previews are uploaded before their tutorial is saved; the garbage collection deletes unused ones. */
function createPreviews(context: Context, services: TutorialServices) {
  const { db, audit } = context;
  const pictures = createPictures(context, services, PREVIEWS);
  return {
    ...pictures,
    /** @throws AppError `invalid` for a missing preview */
    async check(name: string | undefined) {
      if (name && !(await pictures.has(name))) throw toMissing();
    },
    async uploadPreview({ file }: Input<'uploadPreview'>, { actor }: Caller) {
      const name = await pictures.store(file);
      return { preview_name: name, preview_url: pictures.toUrl(name, actor.userId) };
    },
    async deletePreview({ body: { preview_name: name, id } }: Input<'deletePreview'>, { actor }: Caller) {
      const isThere = await pictures.has(name);
      await db.transaction().execute(async (trx) => {
        const tutorialId = await hidePreview(trx, name);
        if (!isThere || (id !== undefined && id !== tutorialId)) throw new AppError('not_found');
        if (tutorialId === undefined) return;
        const object = { kind: 'tutorial', id: tutorialId } as const;
        const change = { before: { preview_name: name }, after: { preview_name: null } };
        await audit.record(trx, actor, { verb: 'update', object, ...change });
      });
      await pictures.discard([name]);
      return {};
    },
  };
}

function toColumns({ difficulty_level: level, preview_name: name, ...texts }: Input<'create'>['body']) {
  return { ...texts, level, ...(name === undefined ? {} : { preview_name: name === '' ? null : name }) };
}

const MISSING = { preview_name: ['This preview image is gone or in use. Upload it again'] };
const toMissing = (cause?: unknown) => new AppError('invalid', { fields: MISSING, cause });
/** The database ensures that a preview belongs to one tutorial. */
const rejectPreview = onViolation(['tutorials_preview'], toMissing);
