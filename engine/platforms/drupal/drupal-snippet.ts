/** Search snippet of a Drupal node: the tags of the Metatag module with their tokens resolved. */
import type { SnippetTexts } from '../platform.ts';
import { type XmlElement, findChild } from '../../text/xml-outline.ts';
import { readChildText, readElementText } from '../../encoding/xml/xml-leaf.ts';
import { type VariableForm, describeContent, resolveVariables } from '../shared/snippet.ts';
import { readVisibleText } from '../../text/html-reference.ts';
import type { DrupalSeed } from './drupal-seed.ts';
import { type Leaf, getFieldName } from './leaves.ts';
import { METATAG } from './node-settings.ts';

/** `[node:title]`, `[current-page:page-number]`: words separated by colons. */
const FORM: VariableForm = { pattern: /\[([a-z][\w-]*(?::[\w-]+)+)\]/gi, separator: '|' };

const unquote = (text: string) => text.replaceAll(/\\(["\\/])/g, '$1');

/** A tag in the text of all tags, as JSON or serialized PHP. */
function findWritten(text: string, tag: string): string | undefined {
  const json = new RegExp(String.raw`"${tag}"\s*:\s*"((?:[^"\\]|\\.)*)"`).exec(text)?.[1];
  if (json !== undefined) return unquote(json);
  const head = new RegExp(String.raw`s:${tag.length}:"${tag}";(?:a:1:\{s:5:"value";)?s:\d+:"`).exec(text);
  if (!head) return undefined;
  const start = head.index + head[0].length;
  return text.slice(start, text.indexOf('";', start));
}

/** A tag that was computed: one field with its name and content. */
function findComputed(seed: DrupalSeed, record: XmlElement, tag: string): string | undefined {
  const fields = record.children.filter(({ name }) => METATAG.test(name));
  const attributes = fields.map((field) => findChild(field, 'attributes'));
  const found = attributes.find((each) => readChildText(seed.text, each, 'name') === tag);
  return found && readElementText(seed.text, findChild(found, 'content'));
}

interface NodePage {
  seed: DrupalSeed;
  record: XmlElement;
  leaves: readonly Leaf[];
  title: string;
  html: string;
  siteName: string;
}

function findTag(
  { seed, record, leaves }: Omit<NodePage, 'title' | 'html' | 'siteName'>,
  tag: string,
): string {
  const own = leaves.filter(({ path }) => METATAG.test(path));
  const named = own.find((leaf) => getFieldName(leaf) === tag || leaf.path.includes(`/${tag}/`))?.text;
  const written = own.map(({ text }) => findWritten(text, tag)).find((text) => text !== undefined);
  return named ?? written ?? findComputed(seed, record, tag) ?? '';
}

/** Metatag wins; otherwise the title of the node, and its summary or the beginning of its text. */
export function readDrupalSnippet({ seed, record, leaves, title, html, siteName }: NodePage): SnippetTexts {
  const summary = leaves.find(({ path }) => /(?:^|[/_-])(?:summary|teaser)$/i.test(path))?.text ?? '';
  const short = readVisibleText(summary) || describeContent(html);
  const variables = {
    'node:title': title,
    'current-page:title': title,
    'site:name': siteName,
    'node:summary': short,
    'node:body:summary': short,
    'node:body': describeContent(html),
  };
  const resolve = (tag: string) => resolveVariables(findTag({ seed, record, leaves }, tag), variables, FORM);
  return { title: resolve('title') || title, description: resolve('description') || short };
}
