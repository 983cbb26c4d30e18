/** Calls that start while the code of their page loads; the page's own call takes their reply. */
import type { Endpoint } from '#contract/endpoint.ts';
import { type Reply, type InputArguments, send } from './call.ts';
import { readUserData } from './session.ts';

/** Time after which a reply is discarded, if no page has taken it. */
const KEEP_MS = 10_000;
const started = new Map<string, Promise<Reply<Endpoint>>>();

const toKey = (id: string, input: unknown) => JSON.stringify([readUserData()?.access_token, id, input]);

export function preload<E extends Endpoint>(endpoint: E, ...[input]: InputArguments<E>): void {
  const key = toKey(endpoint.id, input);
  const reply: Promise<Reply<Endpoint>> = send<Endpoint>(endpoint, input);
  // The page that takes it reports the error.
  reply.catch(() => undefined);
  started.set(key, reply);
  setTimeout(() => {
    if (started.get(key) === reply) started.delete(key);
  }, KEEP_MS);
}

/** @returns the reply of a call that was started for this page, only once */
export function takePreloaded(id: string, input: unknown): Promise<Reply<Endpoint>> | undefined {
  const key = toKey(id, input);
  const reply = started.get(key);
  started.delete(key);
  return reply;
}

/** After a change: replies that were sent before it are outdated. */
export const discardPreloaded = (): void => started.clear();
