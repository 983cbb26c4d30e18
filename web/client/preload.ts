/** Calls that start while the code of their page loads; the page's own call takes their reply. */
import type { Endpoint } from '#contract/endpoint.ts';
import { type Answer, type InputArguments, send } from './call.ts';
import { readUserData } from './session.ts';

/** Time after which a reply is discarded, if no page has taken it. */
const KEEP_MS = 10_000;
const started = new Map<string, Promise<Answer<Endpoint>>>();

const toKey = (id: string, input: unknown) => JSON.stringify([readUserData()?.access_token, id, input]);

export function preload<E extends Endpoint>(endpoint: E, ...[input]: InputArguments<E>): void {
  const key = toKey(endpoint.id, input);
  const answer: Promise<Answer<Endpoint>> = send<Endpoint>(endpoint, input);
  // The page that takes it reports the error.
  answer.catch(() => undefined);
  started.set(key, answer);
  setTimeout(() => {
    if (started.get(key) === answer) started.delete(key);
  }, KEEP_MS);
}

/** @returns the reply of a call that was started for this page, only once */
export function takePreloaded(id: string, input: unknown): Promise<Answer<Endpoint>> | undefined {
  const key = toKey(id, input);
  const answer = started.get(key);
  started.delete(key);
  return answer;
}

/** After a change: replies that were sent before it are outdated. */
export const discardPreloaded = (): void => started.clear();
