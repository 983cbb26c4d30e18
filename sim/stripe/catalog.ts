/** The plans of a new simulator: three public ones and a private offer, with limits in the metadata. */
import type { Price } from './objects.ts';
import type { StripeContext } from './subscriptions.ts';

interface Plan {
  name: string;
  description: string;
  month: number;
  year: number;
  metadata: Record<string, string>;
}

const limits = ([domains, projects, pages, members, runs]: [number, number, number, number, number]) => ({
  max_domains: String(domains),
  max_projects: String(projects),
  max_pages_month: String(pages),
  max_members: String(members),
  keep_runs: String(runs),
});

const PLANS: readonly Plan[] = [
  {
    name: 'Starter',
    description: 'For site owners with a few locations.',
    month: 2900,
    year: 29_000,
    metadata: limits([5, 20, 5000, 3, 5]),
  },
  {
    name: 'Pro',
    description: 'For agencies with regular clients.',
    month: 7900,
    year: 79_000,
    metadata: limits([25, 100, 50_000, 10, 10]),
  },
  {
    name: 'Agency',
    description: 'For agencies that depend on local pages.',
    month: 19_900,
    year: 199_000,
    metadata: limits([-1, -1, 250_000, 50, 20]),
  },
  {
    name: 'Enterprise',
    description: 'By agreement.',
    month: 49_900,
    year: 499_000,
    metadata: { ...limits([-1, -1, -1, -1, -1]), private: 'true' },
  },
];

/** Adds the plans if there are none yet. */
export function fillCatalog(context: StripeContext): void {
  if (context.state.list('product').length > 0) return;
  for (const plan of PLANS) addPlan(context, plan);
}

/** Adds a plan. @returns the id of the product */
function addPlan({ state }: StripeContext, { name, description, metadata, ...amounts }: Plan): string {
  const now = state.now();
  const id = state.newId('product');
  const head = { active: true, created: now, livemode: false } as const;
  state.put('product', { ...head, id, object: 'product', description, metadata, name, updated: now });
  for (const interval of ['month', 'year'] as const) {
    const price: Price = {
      ...head,
      id: state.newId('price'),
      object: 'price',
      currency: 'usd',
      metadata: {},
      product: id,
      recurring: { interval, interval_count: 1, usage_type: 'licensed' },
      type: 'recurring',
      unit_amount: amounts[interval],
    };
    state.put('price', price);
  }
  return id;
}
