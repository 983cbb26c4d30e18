/** Binds the calls about projects to the services. */
import { projectsContract } from '#contract/projects.contract.ts';
import { isGeocoder } from '#contract/project-types.ts';
import type { UploadedFile } from '#contract/endpoint.ts';
import { answer, type Routes } from '#server/http/bind.ts';
import type { DraftsService, Form, ImageUpload } from './drafts.service.ts';
import type { ProjectsService } from './projects.service.ts';
import type { SavingService } from './saving.service.ts';

interface Services {
  projects: ProjectsService;
  saving: SavingService;
  drafts: DraftsService;
}

const formOf = (
  { actor, scope }: { actor: Pick<Form, 'userId'>; scope: Form['scope'] },
  { project_id: projectId }: { project_id?: number | undefined },
) => ({ userId: actor.userId, scope, projectId });

const readUpload = (
  body: { type: string; project_id?: number | undefined; draft?: 'leave' | undefined },
  file: UploadedFile | undefined,
  caller: Parameters<typeof formOf>[0],
): ImageUpload => ({
  form: formOf(caller, body),
  type: body.type,
  file,
  isBesideDraft: body.draft === 'leave',
});

export function projectsRoutes({ projects, saving, drafts }: Services): Routes {
  return answer(projectsContract, {
    list: ({ query }, caller) => projects.list(query, caller),
    savePace: ({ query }, caller) => saving.showPace(query.project_id, caller),
    figures: (_input, caller) => projects.figures(caller),
    show: ({ params }, caller) => projects.show(params.id, caller),
    edit: ({ params }, caller) => projects.show(params.id, caller),
    save: ({ body, file, large }, caller) => saving.save({ fields: body, file, pasted: large }, caller),
    update: ({ params, body, file, large }, caller) =>
      saving.save({ fields: body, file, pasted: large, projectId: params.id }, caller),
    test: ({ body }, caller) => saving.test({ fields: body }, caller),
    remove: async ({ query }, caller) => {
      await projects.remove(query.project_id, caller);
      return { data: {}, message: 'Project was successfully deleted!' };
    },
    cancelDraft: async (_input, caller) => {
      await drafts.close(caller.actor.userId);
      return {};
    },
    images: ({ params, query }, caller) => projects.listImages({ ...query, id: params.id }, caller),
    upload: async ({ body, file }, caller) => {
      const sent = readUpload(body, file, caller);
      if (isGeocoder(body.type)) return [await drafts.uploadImage(sent)];
      return drafts.uploadSeed({ ...sent, signal: caller.signal });
    },
    uploadPrimary: async ({ body, file }, caller) => {
      const chosenAt = body.chosen_at === undefined ? undefined : new Date(body.chosen_at);
      return [await drafts.uploadImage({ ...readUpload(body, file, caller), chosenAt })];
    },
    removeImage: async ({ body }, caller) => {
      await drafts.removeImage(body.url, caller);
      return {};
    },
    orderImages: async ({ body }, caller) => {
      await drafts.orderImages(body.urls, caller);
      return {};
    },
    keepDraft: ({ body }, caller) => drafts.keep(formOf(caller, body), body),
    showDraft: ({ query }, caller) => drafts.describe(formOf(caller, query)),
    discardDraft: async ({ query }, caller) => {
      await drafts.discard(formOf(caller, query));
      return {};
    },
    restoreDraft: ({ query }, caller) => drafts.restore(formOf(caller, query)),
    inspect: ({ body }, caller) => projects.inspect(body, caller),
  });
}
