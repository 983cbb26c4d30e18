/** A page of a WXR as a person looks at it: what the importer would make of the item, decoded. */
import type { FormatId } from '../../format-id.ts';
import { decodeHtmlText } from '../../text/html-reference.ts';
import { childOf } from '../../text/xml-outline.ts';
import type { SampleView, XmlFile } from '../format.ts';
import { readField, readWxr } from './read.ts';
import type { SeedItem, WxrSeed } from './seed.ts';

/** Where plugins for search engines keep the description; their own documentation names these metas. */
const DESCRIPTION_METAS = new Set([
  '_yoast_wpseo_metadesc',
  'rank_math_description',
  '_aioseo_description',
  '_aioseop_description',
  '_seopress_titles_desc',
  '_genesis_description',
  '_su_description',
]);

function leafOf(seed: WxrSeed, item: SeedItem, name: string): string {
  const element = childOf(item.element, name);
  return element ? readField(seed.text, element).text : '';
}

function descriptionOf({ metas }: SeedItem): string {
  const found = metas.find(({ key, value }) => DESCRIPTION_METAS.has(key.text) && value.text.trim() !== '');
  return found?.value.text ?? '';
}

/** The first item of a file; `description` is where the platform has the one for search engines. */
export function readWxrSample(
  file: XmlFile,
  platform: FormatId,
  description: 'meta' | 'excerpt',
): SampleView | undefined {
  const { seed } = readWxr(file, platform);
  const item = seed?.items[0];
  if (!seed || !item) return undefined;
  return {
    title: decodeHtmlText(item.title).text,
    slug: item.fields.get('wp:post_name')?.text.trim() ?? '',
    description: description === 'meta' ? descriptionOf(item) : leafOf(seed, item, 'excerpt:encoded'),
    html: leafOf(seed, item, 'content:encoded'),
    source: seed.text.slice(item.element.start, item.element.end),
  };
}
