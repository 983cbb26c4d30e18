/**
 * The elements of an XML seed with their ranges in the text. saxes judges the form (one pass, no
 * entity but the predefined ones, no DOCTYPE); the ranges let the writer keep everything it does
 * not fill byte for byte.
 */
import { SaxesParser } from 'saxes';
import { TEXT_BYTES, XML_ATTRIBUTES, XML_DEPTH } from '../limits.ts';
import type { Problem } from '../problem.ts';
import { maskComments, findComments } from './xml-comments.ts';

/** More are no export of a page: their outline alone would fill the memory. */
const XML_ELEMENTS = 1_000_000;

export interface XmlElement {
  /** Name with its prefix as written: `wp:post_id`. */
  name: string;
  uri: string;
  local: string;
  /** Of the opening tag's `<`. */
  start: number;
  /** Behind the opening tag's `>`. */
  contentStart: number;
  /** Of the closing tag's `<`; the same as `contentStart` where the tag closes itself. */
  contentEnd: number;
  /** Behind the closing tag's `>`. */
  end: number;
  children: XmlElement[];
}

/** What saxes says, in plain words where people meet it often. */
const EXPLAINED: readonly { says: RegExp; plain: string }[] = [
  {
    says: /^(?:unclosed tag|unexpected end|document must contain)/,
    plain: 'the file ends in the middle: it is cut off',
  },
  { says: /^un(?:expected close tag|matched closing tag)/, plain: 'a tag is closed that is not open' },
  {
    says: /^(?:undefined entity|disallowed character in entity|empty entity)/,
    plain: 'an entity is used that XML does not know',
  },
  { says: /^disallowed character$/, plain: 'the text has a control character' },
  { says: /^malformed character entity/, plain: 'a reference names a character that XML forbids' },
  { says: /^the string "\]\]>"/, plain: 'a CDATA section ends ("]]>") where none is open' },
  { says: /only one root|^text data outside/, plain: 'something follows the end of the export' },
  {
    says: /^(?:an|the) XML declaration must/,
    plain: 'the XML declaration "<?xml" is in the middle of the file',
  },
  { says: /^unbound namespace prefix/, plain: 'a prefix is used that is not declared' },
];

function explain(message: string): string {
  const plain = EXPLAINED.find(({ says }) => says.test(message))?.plain;
  return plain === undefined ? message : `${plain} (${message})`;
}

class Refusal extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.text);
    this.problem = problem;
  }
}

/** Builds the outline from what saxes reports, and refuses what no export of a page is. */
class OutlineReader {
  root: XmlElement | undefined;
  readonly #text: string;
  readonly #file: string;
  readonly #advice: string;
  readonly #parser = new SaxesParser({ xmlns: true, position: true });
  readonly #stack: XmlElement[] = [];
  #attributes = 0;
  #elements = 0;

  constructor(text: string, file: string, advice: string) {
    this.#text = text;
    this.#file = file;
    this.#advice = advice;
  }

  read(): void {
    const parser = this.#parser;
    parser.on('error', (error) => this.#refuseForm(error.message));
    parser.on('xmldecl', ({ version }) => this.#judgeVersion(version));
    parser.on('doctype', (doctype) => this.#refuseDoctype(doctype));
    parser.on('attribute', () => this.#countAttribute());
    parser.on('opentag', (tag) => this.#open(tag));
    parser.on('closetag', (tag) => this.#close(tag.isSelfClosing));
    parser.write(maskComments(this.#text)).close();
  }

  #refuse(code: string, text: string): never {
    const { line, columnIndex } = this.#parser;
    throw new Refusal({ code, severity: 'fault', file: this.#file, line, column: columnIndex + 1, text });
  }

  #refuseForm(message: string): never {
    const bare = message.replace(/^\d+:\d+:\s*/, '').replace(/\.$/, '');
    return this.#refuse(
      'seed-not-xml',
      `This is not well-formed XML: ${explain(bare)}. Export the page again and upload that file unchanged.`,
    );
  }

  #judgeVersion(version: string | undefined): void {
    if (version === undefined || version === '1.0') return;
    this.#refuse(
      'seed-xml-version',
      `The file says that it is XML ${version}, which the importer refuses. Export the page again and upload that file unchanged.`,
    );
  }

  #refuseDoctype(doctype: string): never {
    if (/^\s*html\b/i.test(doctype)) {
      return this.#refuse('seed-html', `This is a web page, not an export of one. ${this.#advice}`);
    }
    return this.#refuse(
      'seed-doctype',
      'The file has a DOCTYPE, which no export of a page has. Remove it or export the page again.',
    );
  }

  #countAttribute(): void {
    this.#attributes += 1;
    if (this.#attributes <= XML_ATTRIBUTES) return;
    this.#refuse(
      'seed-too-deep',
      `An element has more than ${XML_ATTRIBUTES} attributes. This is not an export of a page.`,
    );
  }

  #open(tag: { name: string; uri: string; local: string }): void {
    const { position } = this.#parser;
    this.#attributes = 0;
    this.#elements += 1;
    const element: XmlElement = {
      name: tag.name,
      uri: tag.uri,
      local: tag.local,
      start: this.#text.lastIndexOf('<', position - 1),
      contentStart: position,
      contentEnd: position,
      end: position,
      children: [],
    };
    this.#stack.at(-1)?.children.push(element);
    this.root ??= element;
    this.#stack.push(element);
    if (this.#stack.length > XML_DEPTH)
      this.#refuse(
        'seed-too-deep',
        `Elements are nested more than ${XML_DEPTH} deep. This is not an export of a page.`,
      );
    if (this.#elements > XML_ELEMENTS)
      this.#refuse(
        'seed-too-deep',
        `The file has more than ${XML_ELEMENTS} elements. Export the one page alone.`,
      );
  }

  #close(isSelfClosing: boolean): void {
    const element = this.#stack.pop();
    if (!element || isSelfClosing) return;
    element.end = this.#parser.position;
    element.contentEnd = this.#text.lastIndexOf('<', element.end - 1);
  }
}

function judgeComments(text: string, file: string): Problem | undefined {
  for (const { from, to } of findComments(text)) {
    if (to - from <= TEXT_BYTES) continue;
    const before = text.slice(0, from).split('\n');
    const limit = TEXT_BYTES.toLocaleString('en-US');
    return {
      code: 'seed-comment-too-long',
      severity: 'fault',
      file,
      line: before.length,
      column: (before.at(-1) ?? '').length + 1,
      text: `A comment has more than ${limit} bytes, which the importer refuses. Remove it from the file.`,
    };
  }
  return undefined;
}

/** The root element of a well-formed document, or the first fault with its line and column. */
export function outlineXml(text: string, file: string, advice = ''): XmlElement | Problem {
  const long = judgeComments(text, file);
  if (long) return long;
  const reader = new OutlineReader(text, file, advice);
  try {
    reader.read();
  } catch (error) {
    if (error instanceof Refusal) return error.problem;
    throw error;
  }
  if (reader.root) return reader.root;
  throw new Error('a well-formed document without a root element');
}

/** First child element of that name. */
export function findChild(element: XmlElement, name: string): XmlElement | undefined {
  return element.children.find((child) => child.name === name);
}

/**
 * The runs of text of an element and of all below it, each as an element without children: a leaf is its
 * own only run; of one with children the first run has the opening tag, the later ones none. Blank runs
 * between children are left out.
 */
export function listTextRuns(text: string, element: XmlElement): XmlElement[] {
  if (element.children.length === 0) return [element];
  const runs: XmlElement[] = [];
  collectRuns(text, element, runs);
  return runs;
}

function collectRuns(text: string, element: XmlElement, runs: XmlElement[]): void {
  if (element.children.length === 0) {
    runs.push(element);
    return;
  }
  let { start, contentStart: from } = element;
  for (const next of [...element.children, undefined]) {
    const to = next?.start ?? element.contentEnd;
    const isTag = start === element.start;
    if (isTag || text.slice(from, to).trim() !== '')
      runs.push({ ...element, start, contentStart: from, contentEnd: to, end: to, children: [] });
    if (!next) return;
    collectRuns(text, next, runs);
    start = next.end;
    from = next.end;
  }
}
