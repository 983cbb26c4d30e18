/** Syntax of WordPress and its page builders: shortcodes, block comments, Divi's and WPBakery's signs. */
import type { Codecs, EncodedRange } from '../../../encoding/codecs.ts';
import { jsonEncoders } from '../../../encoding/json/encode-json.ts';
import { phpCodecs } from '../../shared/php/php-codecs.ts';
import { createMustache, findMustache } from '../../shared/template-tags/mustache.ts';
import { BUILDER_LAYERS } from './builder-layers.ts';
import { findEncodedModules, isStyleSheet, scanWithoutMarkers } from './divi.ts';
import { findWordpressTags } from './find-tags.ts';
import { protectShortcodes } from './scan-shortcode.ts';

const BLOCK_OPENING = /^\s+wp:[a-z][a-z0-9_/-]*\s+(?=\{)/;
const SHORTCODE = /\[[a-z][\w-]*\s+[\w:-]+\s*=/i;

/** Attributes of a block; after them it has only the mark that it closes itself. */
function findBlockAttributes(comment: string): EncodedRange | undefined {
  const to = comment.lastIndexOf('}') + 1;
  if (!['', '/'].includes(comment.slice(to).trim())) return undefined;
  const from = BLOCK_OPENING.exec(comment)?.[0].length;
  return from === undefined ? undefined : { from, to, encoder: jsonEncoders['json-block'] };
}

const SITE: Codecs = {
  ...phpCodecs,
  isStyleSheet,
  isMarkup: (text) => SHORTCODE.test(text),
  layers: BUILDER_LAYERS,
  encodeAround: protectShortcodes,
  findCommentJson: findBlockAttributes,
  findTags: findWordpressTags,
  findEncodedHtml: findEncodedModules,
  scanCode: scanWithoutMarkers,
  encodeForPage: createMustache(),
};

/** @param source - of the record; it shows whether an engine of mustache tags renders the page, but not titles and metas */
export function createWordpressCodecs(source: string): Codecs {
  return { ...SITE, encodeForPage: createMustache(findMustache(source, false)), outside: SITE };
}
