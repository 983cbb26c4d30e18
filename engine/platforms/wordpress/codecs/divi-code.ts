/**
 * Code modules as Divi saved them before 3.15.1: their HTML is encoded once more, as references. Newer versions
 * decode it when they show such a module.
 */
import type { EncodedRange } from '../../../encoding/codecs.ts';
import { wordpressEncoders } from './encode-shortcode.ts';

const MODULE =
  /\[(et_pb_(?:fullwidth_)?code)(?=[\s\]])((?:[^[\]]|\[[^[\]]*\])*)\]((?:(?!\[\/?et_pb_(?:fullwidth_)?code[\s\]])[^])*)\[\/\1\]/g;
const VERSION = /\b_builder_version="(\d+)\.(\d+)/;

function isDecoded(attributes: string): boolean {
  const [, major = '0', minor = '0'] = VERSION.exec(attributes) ?? [];
  return Number(major) < 3 || (Number(major) === 3 && Number(minor) <= 15);
}

/** Ranges of the encoded code within a text that has no tags. */
export function findEncodedModules(text: string): EncodedRange[] {
  if (!text.includes('&lt;') || !text.includes('[et_pb_')) return [];
  return [...text.matchAll(MODULE)].flatMap(
    ({ 0: whole, 1: name = '', 2: attributes = '', 3: code = '', index }) => {
      if (!code.includes('&lt;') || !isDecoded(attributes)) return [];
      const to = index + whole.length - name.length - 3;
      return [{ from: to - code.length, to, encoder: wordpressEncoders['divi-code'] }];
    },
  );
}
