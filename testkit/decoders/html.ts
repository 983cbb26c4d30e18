/** HTML as a browser parses it: elements, attributes, comments and decoded text. */
import { parseDocument } from 'htmlparser2';

/** A node of the document, in document order. */
export interface HtmlNode {
  kind: 'element' | 'text' | 'comment' | 'other';
  /** Tag of the element, or of a text's parent. */
  tag: string;
  text: string;
  attributes: Record<string, string>;
}

interface DomNode {
  type: string;
  name?: string;
  data?: string;
  attribs?: Record<string, string>;
  children?: readonly DomNode[];
}

function* walk(node: DomNode, parent: string): Generator<HtmlNode> {
  const { name = '', data = '', attribs = {} } = node;
  if (node.type === 'text') yield { kind: 'text', tag: parent, text: data, attributes: {} };
  else if (node.type === 'comment') yield { kind: 'comment', tag: '', text: data, attributes: {} };
  else if (node.type === 'root') yield* walkAll(node, '');
  else if (node.children) {
    yield { kind: 'element', tag: name, text: '', attributes: attribs };
    yield* walkAll(node, name);
  } else yield { kind: 'other', tag: name, text: data, attributes: {} };
}

function* walkAll(node: DomNode, name: string): Generator<HtmlNode> {
  for (const child of node.children ?? []) yield* walk(child, name);
}

/** Lists all nodes in document order; texts and attributes are decoded. */
export function readHtml(html: string): HtmlNode[] {
  return [...walk(parseDocument(html), '')];
}

/** Returns the decoded text of all elements with that tag. */
export function getTagText(html: string, tag: string): string {
  return readHtml(html)
    .filter((node) => node.kind === 'text' && node.tag === tag)
    .map((node) => node.text)
    .join('');
}

/** Returns an attribute of the first element with that tag. */
export function readHtmlAttribute(html: string, tag: string, attribute: string): string | undefined {
  return readHtml(html).find((node) => node.kind === 'element' && node.tag === tag)?.attributes[attribute];
}

/** Decodes the references of a text without tags. */
export function decodeReferences(text: string): string {
  return readHtml(text)
    .map((node) => node.text)
    .join('');
}

/** Returns the texts of all comments, in order. */
export function readComments(html: string): string[] {
  return readHtml(html)
    .filter((node) => node.kind === 'comment')
    .map((node) => node.text);
}

/** Returns the structure: tags, attribute names, comments and the presence of texts. */
export function getHtmlShape(html: string): string {
  return readHtml(html)
    .filter((node) => node.kind !== 'text')
    .map((node) => `${node.kind} ${node.tag} ${Object.keys(node.attributes).join(' ')}`)
    .join('\n');
}
