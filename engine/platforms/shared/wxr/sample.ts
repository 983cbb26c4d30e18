/** A page of a WXR as visitors see it: what the importer would create from the item, decoded. */
import { decodeHtmlText } from '../../../text/html-reference.ts';
import { findChild } from '../../../text/xml-outline.ts';
import type { SampleView, SnippetTexts, XmlFile } from '../../platform.ts';
import { readChildText, readElementText } from '../../../encoding/xml/xml-leaf.ts';
import { readRawAttribute } from '../xml/attributes.ts';
import { readWxr } from './read.ts';
import { type SeedItem, type WxrSeed, readText } from './seed.ts';

/** Texts of an item that search snippets are made from. */
export interface WxrPage {
  title: string;
  excerpt: string;
  content: string;
  siteName: string;
  tagline: string;
  author: string;
  date: string;
  category: string;
  tag: string;
  metas: readonly { key: string; value: string }[];
}

/** Search snippets of WXR items, by platform. */
export interface SampleReader {
  readDescription(page: WxrPage): string;
  readSnippet(page: WxrPage): SnippetTexts;
}

/** Name of the item's first term of a taxonomy. */
function readTerm({ text }: WxrSeed, { element }: SeedItem, taxonomy: string): string {
  const term = element.children.find(
    (child) => child.name === 'category' && readRawAttribute(text, child, 'domain') === taxonomy,
  );
  return readElementText(text, term);
}

function readPage(seed: WxrSeed, item: SeedItem): WxrPage {
  return {
    title: decodeHtmlText(item.title).text,
    excerpt: readElementText(seed.text, findChild(item.element, 'excerpt:encoded')),
    content: readElementText(seed.text, findChild(item.element, 'content:encoded')),
    siteName: decodeHtmlText(readChildText(seed.text, seed.channel, 'title')).text,
    tagline: decodeHtmlText(readChildText(seed.text, seed.channel, 'description')).text,
    author: item.fields.get('dc:creator')?.text ?? '',
    date: item.fields.get('wp:post_date')?.text ?? '',
    category: readTerm(seed, item, 'category'),
    tag: readTerm(seed, item, 'post_tag'),
    metas: item.metas.map(({ key, value }) => ({ key: key.text, value: value.text })),
  };
}

/** The first item of a file. */
export function readWxrSample(
  file: XmlFile,
  platform: string,
  { readDescription, readSnippet }: SampleReader,
): SampleView | undefined {
  const { seed } = readWxr(file, platform);
  const item = seed?.items[0];
  if (!seed || !item) return undefined;
  const page = readPage(seed, item);
  return {
    title: page.title,
    slug: readText(item, 'wp:post_name'),
    description: readDescription(page),
    html: page.content,
    source: seed.text.slice(item.element.start, item.element.end),
    site: seed.baseUrl,
    snippet: readSnippet(page),
  };
}
