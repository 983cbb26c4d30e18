/**
 * A part of a page that is loaded after it. If it does not come, the page stays as it is and shows
 * something else in its place; only a whole page that does not come ends in the error page.
 */
import { type ComponentType, lazy } from 'react';
import { lazyWithTimeout } from './lazy-with-timeout.ts';

/**
 * @param name how a message would call the part
 * @param load imports it
 * @param Instead is in its place when it does not come; it gets the same props
 */
export function lazyPart<Props>(
  name: string,
  load: () => Promise<ComponentType<Props>>,
  Instead: ComponentType<Props>,
) {
  const loadInTime = lazyWithTimeout(name, load);
  return lazy(async () => ({ default: await loadInTime().catch(() => Instead) }));
}
