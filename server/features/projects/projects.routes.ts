/** Binds the calls about projects and files to the services. */
import { filesContract } from '#contract/files.contract.ts';
import { projectsContract } from '#contract/projects.contract.ts';
import { answer, type Routes } from '#server/http/bind.ts';
import type { DownloadsService } from './downloads.service.ts';
import { describePage, type ProjectsService } from './projects.service.ts';
import type { RunsService } from './runs.service.ts';
import type { SavingService } from './saving.service.ts';
import type { UploadsService } from './uploads.service.ts';

interface Services {
  projects: ProjectsService;
  runs: RunsService;
  saving: SavingService;
  uploads: UploadsService;
  downloads: DownloadsService;
}

const formOf = (
  { userId }: { userId: number },
  { project_id: projectId }: { project_id?: number | undefined },
) => ({
  userId,
  projectId,
});

export function projectsRoutes({ projects, runs, saving, uploads, downloads }: Services): Routes {
  const signFor = (caller: { userId: number }) => downloads.signFor(caller.userId);
  return answer(projectsContract, {
    list: ({ query }, caller) => projects.list(query, caller),
    figures: (_input, caller) => projects.figures(caller),
    show: ({ params }, caller) => projects.show(params.id, caller),
    edit: ({ params }, caller) => projects.show(params.id, caller),
    save: ({ body, file }, caller) => saving.save({ fields: body, file }, caller),
    update: ({ params, body, file }, caller) =>
      saving.save({ fields: body, file, projectId: params.id }, caller),
    test: ({ body }, caller) => saving.test({ fields: body }, caller),
    remove: async ({ query }, caller) => {
      await projects.remove(query.project_id, caller);
      return { data: {}, message: 'Project was successfully deleted!' };
    },
    cancelDraft: async (_input, caller) => {
      await uploads.closeDrafts(caller.userId);
      await runs.cancelWaiting(caller.userId);
      return {};
    },
    upload: ({ body, file }, caller) =>
      uploads.uploadSeed({
        form: formOf(caller, body),
        type: body.type,
        file,
        sign: signFor(caller),
        signal: caller.signal,
      }),
    keepDraft: ({ body }, caller) => uploads.keepDraft(formOf(caller, body), body),
    showDraft: ({ query }, caller) => uploads.describeDraft(formOf(caller, query), signFor(caller)),
    discardDraft: async ({ query }, caller) => {
      await uploads.discardDrafts(formOf(caller, query));
      return {};
    },
    restoreDraft: ({ query }, caller) => uploads.restoreDraft(formOf(caller, query), signFor(caller)),
    inspect: ({ body }, caller) => projects.inspect(body, caller),
    events: ({ params }, caller) => runs.follow(params.id, caller),
    cancelRun: async ({ params }, caller) => {
      await runs.cancel(params.id, caller);
      return {};
    },
    runs: async ({ params, query }, caller) => {
      const project = await projects.find(params.id, caller);
      const { page, per_page: perPage } = query;
      const { items, total } = await runs.list(project, { page, perPage });
      return { data: items, meta: describePage(page, perPage, total) };
    },
    showRun: ({ params }, caller) => runs.show(params.id, params.run, caller),
    restoreRun: async ({ params }, caller) => {
      await runs.restore(params.id, params.run, caller);
      return {};
    },
  });
}

export function filesRoutes(downloads: DownloadsService): Routes {
  return answer(filesContract, { download: (input) => downloads.download(input) });
}
