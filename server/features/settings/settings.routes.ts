/** Binds the calls about settings to their service. */
import { settingsContract } from '#contract/settings.contract.ts';
import { answer, type Routes } from '#server/http/bind.ts';
import type { SettingsService } from './settings.service.ts';

export function settingsRoutes({ update }: SettingsService): Routes {
  return answer(settingsContract, { update });
}
