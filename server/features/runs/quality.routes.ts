/** Binds the endpoints of a run's quality to their service. */
import { qualityContract } from '#contract/quality.contract.ts';
import { createRoutes, type Routes } from '#server/http/bind.ts';
import type { PageComparisonService } from './page-comparison.service.ts';
import type { QualityService } from './quality.service.ts';

/** Binds them to both services. */
export function qualityRoutes(quality: QualityService, comparison: PageComparisonService): Routes {
  return createRoutes(qualityContract, {
    show: ({ params }, caller) => quality.show({ projectId: params.id, runId: params.run, caller }),
    pages: ({ params, query }, caller) =>
      quality.listPages({ projectId: params.id, runId: params.run, caller }, query),
    pairs: ({ params, query }, caller) =>
      comparison.listPairs({ projectId: params.id, runId: params.run, caller }, query.group),
    compare: ({ params, query }, caller) =>
      comparison.compare({ projectId: params.id, runId: params.run, caller }, [query.row, query.with]),
    map: ({ params, query }, caller) =>
      quality.locate({ projectId: params.id, runId: params.run, caller }, query.below),
    export: ({ params, query: { of, ...filters } }, caller) => {
      const run = { projectId: params.id, runId: params.run, caller };
      return of === 'groups' ? quality.exportGroups(run) : quality.exportPages(run, filters);
    },
  });
}
