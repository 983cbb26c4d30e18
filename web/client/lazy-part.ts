/**
 * Part of a page that loads after it. If it fails to load, the page shows a fallback; only a whole page that
 * fails to load shows the error page.
 */
import { type ComponentType, lazy } from 'react';
import { lazyWithTimeout } from './lazy-with-timeout.ts';

/**
 * @param name in error messages
 * @param load imports it
 * @param Fallback shown if the part fails to load; gets the same props
 */
export function lazyPart<Props>(
  name: string,
  load: () => Promise<ComponentType<Props>>,
  Fallback: ComponentType<Props>,
) {
  const loadInTime = lazyWithTimeout(name, load);
  return lazy(async () => ({ default: await loadInTime().catch(() => Fallback) }));
}
