/** The formats by their ids: to add a platform, add its line here and in `audit/audit.ts`. */
import type { FormatId } from '../format-id.ts';
import type { Format } from './platform.ts';
import { drupal } from './drupal/drupal.ts';
import { hubspot } from './hubspot/hubspot.ts';
import { wix } from './wix/wix.ts';
import { wordpress } from './wordpress/wordpress.ts';
import { findWxrPlatforms } from './shared/wxr/platform.ts';

// A format gets no seeds but those that it has read itself, so each knows its own kinds of file and seed.
const FORMATS: Readonly<Record<FormatId, unknown>> = { wordpress, hubspot, drupal, wix };

/** Never missing: every id has a format. */
export function formatOf(id: FormatId): Format {
  return FORMATS[id] as Format;
}

/** Finds the platforms of a file that several formats read; none for another file, which its format recognizes. */
export function findPlatforms(text: string): FormatId[] | undefined {
  return findWxrPlatforms(text);
}
