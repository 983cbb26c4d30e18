/** SQL for plans. */
import { type Insertable, sql } from 'kysely';
import type { Db } from '#server/db/open.ts';
import type { Schema } from '#server/db/schema.ts';

/** Lists all plans, the cheapest first. */
export function listProducts(db: Db) {
  return db
    .selectFrom('products')
    .selectAll()
    .orderBy(sql`(select min((price->>'amount')::bigint) from jsonb_array_elements(prices) as price)`)
    .orderBy('id')
    .execute();
}

export type ProductRow = Awaited<ReturnType<typeof listProducts>>[number];

export function findProduct(db: Db, stripeProduct: string): Promise<ProductRow | undefined> {
  return db.selectFrom('products').selectAll().where('stripe_product', '=', stripeProduct).executeTakeFirst();
}

export async function saveProduct(db: Db, product: Insertable<Schema['products']>): Promise<void> {
  const { stripe_product: _name, ...change } = product;
  await db
    .insertInto('products')
    .values(product)
    .onConflict((conflict) => conflict.column('stripe_product').doUpdateSet(change))
    .execute();
}

/** Archives plans that Stripe no longer has. Their subscribers keep the limits. */
export async function archiveOthers(db: Db, stripeProducts: readonly string[]): Promise<void> {
  await db
    .updateTable('products')
    .set({ is_active: false })
    .where(sql<boolean>`not stripe_product = any(${[...stripeProducts]})`)
    .execute();
}

/** Starts a reading of all plans. @returns its number */
export async function beginCatalog(db: Db): Promise<number> {
  const { readings } = await db
    .insertInto('catalog_readings')
    .values({ readings: 1, kept_reading: 0 })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ readings: sql`catalog_readings.readings + 1` }),
    )
    .returning('readings')
    .executeTakeFirstOrThrow();
  return readings;
}

/** Locks the plans. @returns false if a later reading is stored already */
export async function advanceCatalog(trx: Db, reading: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('catalog_readings')
    .set({ kept_reading: reading })
    .where('kept_reading', '<', reading)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
