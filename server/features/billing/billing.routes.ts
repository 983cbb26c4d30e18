/** Binds the calls about plans and payments to their service. */
import { billingContract } from '#contract/billing.contract.ts';
import { answer, type Routes } from '#server/http/bind.ts';
import type { BillingService } from './billing.service.ts';

export function billingRoutes(billing: BillingService): Routes {
  return answer(billingContract, billing);
}
