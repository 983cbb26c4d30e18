/** Binds the project endpoints to their services. */
import { projectsContract } from '#contract/projects.contract.ts';
import { isGeocoder } from '#contract/project-types.ts';
import { createRoutes, type Routes } from '#server/http/bind.ts';
import type { DraftFilesService } from './draft-files.service.ts';
import type { DraftsService } from './drafts.service.ts';
import type { ProjectsService } from './projects.service.ts';
import type { SavingService } from './saving.service.ts';

interface Services {
  projects: ProjectsService;
  saving: SavingService;
  drafts: Pick<DraftsService, 'close'>;
  draftFiles: DraftFilesService;
}

export function projectsRoutes({ projects, saving, drafts, draftFiles }: Services): Routes {
  return createRoutes(projectsContract, {
    list: ({ query }, caller) => projects.list(query, caller),
    savePace: ({ query }, caller) => saving.showPace(query.project_id, caller),
    figures: (_input, caller) => projects.figures(caller),
    show: ({ params }, caller) => projects.show(params.id, caller),
    edit: ({ params }, caller) => projects.show(params.id, caller),
    save: ({ body, file, large }, caller) => saving.save({ fields: body, file, pasted: large }, caller),
    update: ({ params, body, file, large }, caller) =>
      saving.save({ fields: body, file, pasted: large, projectId: params.id }, caller),
    setQualityGate: ({ params, body }, caller) => projects.setQualityGate(params.id, body.gate, caller),
    test: ({ body }, caller) => saving.test({ fields: body }, caller),
    remove: async ({ query }, caller) => {
      await projects.remove({ id: query.project_id, type: query.type }, caller);
      return { data: {}, message: 'Project was successfully deleted!' };
    },
    cancelDraft: async (_input, caller) => {
      await drafts.close(caller);
      return {};
    },
    images: ({ params, query }, caller) => projects.listImages({ ...query, id: params.id }, caller),
    upload: async ({ body: form, file }, caller) =>
      isGeocoder(form.type)
        ? [await draftFiles.uploadImage({ form, file }, caller)]
        : draftFiles.uploadSeed({ form, file }, caller),
    uploadPrimary: async ({ body: { chosen_at: at, ...form }, file }, caller) => {
      const chosenAt = at === undefined ? undefined : new Date(at);
      return [await draftFiles.uploadImage({ form, file, chosenAt }, caller)];
    },
    removeImage: async ({ body }, caller) => {
      await draftFiles.removeImage(body.url, caller);
      return {};
    },
    orderImages: async ({ body }, caller) => {
      await draftFiles.orderImages(body.urls, caller);
      return {};
    },
    recognize: ({ file }, caller) => draftFiles.recognize(file, caller),
  });
}
