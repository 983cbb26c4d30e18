/** Binds the run endpoints to their services. */
import { runsContract } from '#contract/runs.contract.ts';
import { createRoutes, type Routes } from '#server/http/bind.ts';
import type { SiteStylesService } from './site-styles.service.ts';
import type { RunsService } from './runs.service.ts';

export function runsRoutes(runs: RunsService, styles: SiteStylesService): Routes {
  return createRoutes(runsContract, {
    list: ({ params, query }, caller) => runs.list(params.id, query, caller),
    show: ({ params }, caller) => runs.show(params.id, params.run, caller),
    towns: ({ params }, caller) => runs.listTowns(params.id, params.run, caller),
    pages: ({ params, query }, caller) =>
      runs.listPages({ projectId: params.id, runId: params.run, caller }, query),
    styles: ({ params }, caller) => styles.show(params.id, params.run, caller),
    events: ({ params }, caller) => runs.follow(params.id, caller),
    cancel: async ({ params }, caller) => {
      await runs.cancel(params.id, caller);
      return {};
    },
    restore: async ({ params, body }, caller) => {
      await runs.restore({ projectId: params.id, runId: params.run, duringRun: body.during_run }, caller);
      return {};
    },
    pin: async ({ params }, caller) => {
      await runs.pin(params.id, params.run, caller);
      return {};
    },
    unpin: async ({ params }, caller) => {
      await runs.unpin(params.id, params.run, caller);
      return {};
    },
  });
}
