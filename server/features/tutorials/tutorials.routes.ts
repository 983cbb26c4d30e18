/** Binds the calls about tutorials to their service. */
import { tutorialsContract } from '#contract/tutorials.contract.ts';
import { answer, type Routes } from '#server/http/bind.ts';
import type { TutorialsService } from './tutorials.service.ts';

export function tutorialsRoutes({ source: _source, ...handlers }: TutorialsService): Routes {
  return answer(tutorialsContract, handlers);
}
