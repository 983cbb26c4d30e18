/** Sends signed events as Stripe does: possibly twice, late, out of order, or never. */
import { createHmac } from 'node:crypto';
import type { StripeEvent } from './objects.ts';
import type { State } from './state.ts';

export const API_VERSION = '2026-10-28.endive';
const TRIES = 5;
const PAUSE_MS = 1000;

export interface WebhookSwitches {
  /** Holds events until they are released. */
  isHeld: boolean;
  /** Releases held events newest first. */
  isReversed: boolean;
  /** Number of duplicates of each event. */
  duplicates: number;
  /** Returns true for events that are never sent. */
  isLost: (event: StripeEvent) => boolean;
}

/** Receives one delivery. @returns the response status */
export type Deliver = (body: string, signature: string) => Promise<number>;

export interface Webhooks {
  switches: WebhookSwitches;
  emit(type: string, object: object): void;
  /** Sends one event regardless of the switches. @returns the response status */
  send(event: StripeEvent): Promise<number>;
  /** Releases held events and waits for all deliveries. */
  release(): Promise<void>;
  close(): void;
}

/** The header that the SDK verifies: `t=…,v1=…` over `t.body` (docs.stripe.com/webhooks#verify-manually). */
export function sign(body: string, secret: string, at: number): string {
  const digest = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
  return `t=${at},v1=${digest}`;
}

/** @param deliver receiver; without one, no event is sent */
export function createWebhooks(state: State, secret: string, deliver: Deliver | undefined): Webhooks {
  const switches: WebhookSwitches = {
    isHeld: false,
    isReversed: false,
    duplicates: 0,
    isLost: () => false,
  };
  const waiting: StripeEvent[] = [];
  const underWay = new Set<Promise<unknown>>();
  const timers = new Set<NodeJS.Timeout>();
  const send = async (event: StripeEvent) => {
    const body = JSON.stringify(event);
    // The signature has the time of delivery, not of the event.
    return (await deliver?.(body, sign(body, secret, Math.floor(Date.now() / 1000)))) ?? 0;
  };
  const trySend = async (event: StripeEvent, left = TRIES): Promise<void> => {
    const status = await send(event).catch(() => 0);
    if ((status >= 200 && status < 300) || left <= 1 || deliver === undefined) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      start(event, left - 1);
    }, PAUSE_MS);
    timer.unref();
    timers.add(timer);
  };
  const start = (event: StripeEvent, left?: number) => {
    const sending = trySend(event, left).finally(() => underWay.delete(sending));
    underWay.add(sending);
  };
  const dispatch = (event: StripeEvent) => {
    if (switches.isLost(event)) return;
    for (let copy = 0; copy <= switches.duplicates; copy += 1) start(event);
  };
  return {
    switches,
    emit: (type, object) => {
      const event = keepEvent(state, type, object);
      if (switches.isHeld) waiting.push(event);
      else dispatch(event);
    },
    send,
    release: async () => {
      const events = waiting.splice(0);
      for (const event of switches.isReversed ? events.toReversed() : events) dispatch(event);
      while (underWay.size > 0) await Promise.all(underWay);
    },
    close: () => {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

function keepEvent(state: State, type: string, object: object): StripeEvent {
  return state.put('event', {
    id: state.newId('event'),
    object: 'event',
    api_version: API_VERSION,
    created: state.now(),
    data: { object: structuredClone(object) },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  });
}
