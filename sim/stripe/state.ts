/** State of the simulated Stripe: its objects by kind and id, its clock, and an optional file. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  type CheckoutSession,
  type Customer,
  type Invoice,
  missing,
  type PaymentMethod,
  type PortalSession,
  type Price,
  type Product,
  type StripeEvent,
  type Subscription,
} from './objects.ts';

interface ObjectTypes {
  product: Product;
  price: Price;
  customer: Customer;
  payment_method: PaymentMethod;
  subscription: Subscription;
  invoice: Invoice;
  session: CheckoutSession;
  portal: PortalSession;
  event: StripeEvent;
}

type Kind = keyof ObjectTypes;

const PREFIXES: Record<Kind, string> = {
  product: 'prod_',
  price: 'price_',
  customer: 'cus_',
  payment_method: 'pm_',
  subscription: 'sub_',
  invoice: 'in_',
  session: 'cs_test_',
  portal: 'bps_',
  event: 'evt_',
};

/** Response of an idempotency key. */
export interface IdempotentAnswer {
  request: string;
  status: number;
  body: string;
}

interface StoredState {
  count: number;
  /** Seconds by which the clock is ahead. */
  ahead: number;
  objects: { [K in Kind]: Record<string, ObjectTypes[K]> };
  answers: Record<string, IdempotentAnswer>;
}

export interface State {
  base: string;
  /** Id of the Stripe account. */
  account: string;
  answers: Record<string, IdempotentAnswer>;
  /** Seconds since 1970. */
  now(): number;
  advance(seconds: number): void;
  newId(kind: Kind): string;
  put<K extends Kind>(kind: K, object: ObjectTypes[K]): ObjectTypes[K];
  /** @throws StripeFault 404 */
  get<K extends Kind>(kind: K, id: string): ObjectTypes[K];
  /** Lists newest first, like the API. */
  list<K extends Kind>(kind: K): ObjectTypes[K][];
  save(): void;
}

function createEmptyState(): StoredState {
  const objects = {
    product: {},
    price: {},
    customer: {},
    payment_method: {},
    subscription: {},
    invoice: {},
    session: {},
    portal: {},
    event: {},
  };
  return { count: 0, ahead: 0, objects, answers: {} };
}

/** @param file where the state is saved; in memory without one */
export function openState(file: string | undefined): State {
  const stored = createEmptyState();
  if (file !== undefined && existsSync(file)) {
    const { objects, ...rest } = JSON.parse(readFileSync(file, 'utf8')) as StoredState;
    Object.assign(stored.objects, objects);
    Object.assign(stored, rest);
  }
  return {
    base: '',
    account: 'acct_simulator',
    answers: stored.answers,
    now: () => Math.floor(Date.now() / 1000) + stored.ahead,
    advance: (seconds) => void (stored.ahead += seconds),
    newId: (kind) => `${PREFIXES[kind]}Sim${String((stored.count += 1)).padStart(8, '0')}`,
    put: (kind, object) => {
      const all: Record<string, typeof object> = stored.objects[kind];
      all[object.id] = object;
      return object;
    },
    get: (kind, id) => {
      const object = stored.objects[kind][id];
      if (object === undefined) throw missing(kind, id);
      return object;
    },
    list: (kind) => Object.values(stored.objects[kind]).toReversed(),
    save: () => {
      if (file === undefined) return;
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(`${file}.new`, JSON.stringify(stored));
      renameSync(`${file}.new`, file);
    },
  };
}
