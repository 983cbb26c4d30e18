/** Binds the questions of operation to their answers. */
import { operationContract } from '#contract/operation.contract.ts';
import { answer, type Routes } from '#server/http/bind.ts';
import type { OperationService } from './operation.service.ts';

export function operationRoutes(service: OperationService): Routes {
  return answer(operationContract, {
    health: service.health,
    ready: service.ready,
    version: service.version,
    reportPolicy: service.reportPolicy,
  });
}
