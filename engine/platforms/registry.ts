/** The formats by their ids: to add a platform, add its line here and in `audit/audit.ts`. */
import type { PlatformId } from '../format-id.ts';
import type { Platform } from './platform.ts';
import { drupal } from './drupal/drupal.ts';
import { hubspot } from './hubspot/hubspot.ts';
import { wix } from './wix/wix.ts';
import { wordpress } from './wordpress/wordpress.ts';
import { findWxrPlatforms } from './shared/wxr/platform.ts';

// A format gets no seeds but those that it has read itself, so each knows its own kinds of file and seed.
const FORMATS: Readonly<Record<PlatformId, unknown>> = { wordpress, hubspot, drupal, wix };

/** Never missing: every id has a format. */
export function getPlatform(id: PlatformId): Platform {
  return FORMATS[id] as Platform;
}

/** Finds the platforms of a file that several formats read; none for another file, which its format recognizes. */
export function findPlatforms(text: string): PlatformId[] | undefined {
  return findWxrPlatforms(text);
}
