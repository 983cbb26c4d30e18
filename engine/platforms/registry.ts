/** The platforms in the order in which they are offered: to add one, add its line here. */
import type { Seed } from '../render/seed.ts';
import { drupal } from './drupal/drupal.ts';
import { hubspot } from './hubspot/hubspot.ts';
import type { DecodedFile, Platform } from './platform.ts';
import { webflow } from './webflow/webflow.ts';
import { wix } from './wix/wix.ts';
import { wordpress } from './wordpress/wordpress.ts';

const REGISTERED = [wordpress, hubspot, drupal, wix, webflow] as const;

export type PlatformId = (typeof REGISTERED)[number]['id'];

/** A platform gets only the seeds that it has read itself, so each has its own type of file and seed. */
export const PLATFORMS: readonly Platform<DecodedFile, Seed, PlatformId>[] = REGISTERED;

/** @throws on an id that isn't registered, which is a bug of the caller */
export function getPlatform(id: string): Platform<DecodedFile, Seed, PlatformId> {
  const platform = PLATFORMS.find((each) => each.id === id);
  if (!platform) throw new Error(`Unknown platform: ${id}`);
  return platform;
}
