/** Plans: read from Stripe, shown to users who may choose them, renamed by administrators. */
import type { billingContract } from '#contract/billing.contract.ts';
import type { Plan } from '#contract/billing-shapes.ts';
import type { HandlerInput } from '#contract/endpoint.ts';
import type { Db } from '#server/db/open.ts';
import type { StripeGateway } from '#server/gateways/stripe.ts';
import { AppError, getFound } from '../../app-error.ts';
import type { Caller } from '../../caller.ts';
import type { Context } from '../../context.ts';
import {
  archiveOthers,
  beginCatalog,
  findProduct,
  advanceCatalog,
  listProducts,
  type ProductRow,
  saveProduct,
} from './catalog.store.ts';
import { readLimits } from './plan-policy.rules.ts';
import type { StripeAccess } from './stripe-access.service.ts';

export type CatalogService = ReturnType<typeof createCatalog>;

export function createCatalog(
  { db, audit, newId }: Pick<Context, 'db' | 'audit' | 'newId'>,
  { access }: { access: StripeAccess },
) {
  const read = async (): Promise<void> => readCatalog(db, await access.open());
  return {
    /** Reads all plans from Stripe. */
    read,
    async list(): Promise<Plan[]> {
      return (await listProducts(db)).map(describePlan);
    },
    /** @param hasOffer true to include private plans */
    async listOffered(hasOffer: boolean): Promise<Plan[]> {
      return (await listProducts(db)).filter((row) => isOffered(row, hasOffer)).map(describePlan);
    },
    /** @throws AppError `plan_gone` for a plan that isn't offered to the user */
    async getOffered({ product_id, interval }: Choice, hasOffer: boolean): Promise<Offered> {
      const product = await findProduct(db, product_id);
      const price = product?.prices.find((each) => each.interval === interval);
      if (product === undefined || price === undefined || !isOffered(product, hasOffer))
        throw new AppError('plan_gone');
      return { product, price };
    },
    find: (stripeProduct: string) => findProduct(db, stripeProduct),
    async changeName({ body }: HandlerInput<(typeof billingContract)['changeName']>, { actor }: Caller) {
      const { product_id: id, value } = body;
      const before = getFound(await findProduct(db, id));
      await (await access.open()).renameProduct(id, value, newId());
      // A concurrent reading must not restore the old name.
      const reading = await beginCatalog(db);
      await db.transaction().execute(async (trx) => {
        await advanceCatalog(trx, reading);
        const { id: _id, prices, ...row } = before;
        await saveProduct(trx, { ...row, prices: JSON.stringify(prices), name: value });
        const object = { kind: 'product', id: before.id } as const;
        await audit.record(trx, actor, { verb: 'update', object, before, after: { name: value } });
      });
      return describePlan({ ...before, name: value });
    },
  };
}

type Choice = { product_id: string; interval: 'month' | 'year' };

export interface Offered {
  product: ProductRow;
  price: ProductRow['prices'][number];
}

async function readCatalog(db: Db, stripe: StripeGateway): Promise<void> {
  const reading = await beginCatalog(db);
  const [products, prices] = await Promise.all([stripe.listProducts(), stripe.listPrices()]);
  const plans = products.flatMap(({ id, name, description, isActive, metadata, createdAt }) => {
    const limits = readLimits(metadata);
    if (limits === undefined) return [];
    const own = prices
      .filter(({ productId }) => productId === id)
      .map(({ id: stripe_price, interval, amount, currency }) => ({
        stripe_price,
        interval,
        amount,
        currency,
      }));
    const row = { stripe_product: id, name, description, is_active: isActive, created_at: createdAt };
    return [{ ...row, ...limits, is_private: metadata['private'] === 'true', prices: JSON.stringify(own) }];
  });
  await db.transaction().execute(async (trx) => {
    if (!(await advanceCatalog(trx, reading))) return;
    for (const plan of plans) await saveProduct(trx, plan);
    await archiveOthers(
      trx,
      plans.map((plan) => plan.stripe_product),
    );
  });
}

function isOffered(
  { is_active: isActive, is_private: isPrivate, prices }: ProductRow,
  hasOffer: boolean,
): boolean {
  return isActive && prices.length > 0 && (!isPrivate || hasOffer);
}

function describePlan(row: ProductRow): Plan {
  const { stripe_product: stripeId, name, description, is_active, is_private, prices, ...limits } = row;
  return { stripeId, name, description, is_active, is_private, limits, prices };
}
