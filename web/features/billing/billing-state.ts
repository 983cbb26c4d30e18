/** Shared data of the parts of `/payment`. */
import type { z } from 'zod';
import type { billingState } from '#contract/billing-shapes.ts';

export type BillingState = z.output<typeof billingState>;
