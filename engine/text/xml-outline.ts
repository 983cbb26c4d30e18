/**
 * Lists the elements of an XML seed with their ranges in the text, so that everything that isn't filled is copied
 * unchanged. saxes checks that it is well-formed, without custom entities and DOCTYPE.
 */
import { SaxesParser } from 'saxes';
import { TEXT_BYTES, XML_ATTRIBUTES, XML_DEPTH } from '../limits.ts';
import type { Problem } from '../problem.ts';

/** Maximum number of elements: a larger outline takes too much memory. */
const MAX_ELEMENTS = 1_000_000;

const COMMENT_MARK = /<!\[CDATA\[|<!--|<\?/g;
const CLOSERS: Record<string, string> = { '<![CDATA[': ']]>', '<!--': '-->', '<?': '?>' };
/** Comments that aren't masked. */
const SHORT_COMMENT = 1000;

/** Finds the comments; `to` is after `-->`. */
function* findComments(xml: string): Generator<{ from: number; to: number }> {
  const mark = new RegExp(COMMENT_MARK);
  for (let match = mark.exec(xml); match; match = mark.exec(xml)) {
    const closer = CLOSERS[match[0]] ?? '';
    const close = xml.indexOf(closer, mark.lastIndex);
    if (close < 0) return;
    mark.lastIndex = close + closer.length;
    if (match[0] === '<!--') yield { from: match.index, to: mark.lastIndex };
  }
}

/** Replaces single hyphens in long comments, because saxes copies the comment at each of them. Positions are unchanged. */
function maskComments(xml: string): string {
  let text = '';
  let copied = 0;
  for (const { from, to } of findComments(xml)) {
    const inner = xml.slice(from + 4, to - 3);
    // The parser must report hyphens that aren't allowed.
    if (inner.length < SHORT_COMMENT || inner.includes('--') || inner.startsWith('-') || inner.endsWith('-'))
      continue;
    text += `${xml.slice(copied, from)}<!--${inner.replaceAll('-', '_')}-->`;
    copied = to;
  }
  return copied === 0 ? xml : text + xml.slice(copied);
}

export interface XmlElement {
  /** Name with its prefix as written: `wp:post_id`. */
  name: string;
  uri: string;
  local: string;
  /** Position of the opening tag's `<`. */
  start: number;
  /** Position after the opening tag's `>`. */
  contentStart: number;
  /** Position of the closing tag's `<`; `contentStart` if the tag is self-closing. */
  contentEnd: number;
  /** Position after the closing tag's `>`. */
  end: number;
  children: XmlElement[];
}

/** Plain wording for frequent messages of saxes. */
const EXPLAINED: readonly { message: RegExp; plain: string }[] = [
  {
    message: /^(?:unclosed tag|unexpected end|document must contain)/,
    plain: 'the file ends in the middle: it is cut off',
  },
  { message: /^un(?:expected close tag|matched closing tag)/, plain: 'a closing tag has no opening tag' },
  {
    message: /^(?:undefined entity|disallowed character in entity|empty entity)/,
    plain: 'an entity is unknown in XML',
  },
  { message: /^disallowed character$/, plain: 'the text has a control character' },
  { message: /^malformed character entity/, plain: 'a reference is to a character that XML forbids' },
  { message: /^the string "\]\]>"/, plain: 'a CDATA section ends ("]]>") without a start' },
  { message: /only one root|^text data outside/, plain: 'something follows the end of the export' },
  {
    message: /^(?:an|the) XML declaration must/,
    plain: 'the XML declaration "<?xml" is in the middle of the file',
  },
  { message: /^unbound namespace prefix/, plain: 'a prefix is not declared' },
];

function explain(message: string): string {
  const plain = EXPLAINED.find((each) => each.message.test(message))?.plain;
  return plain === undefined ? message : `${plain} (${message})`;
}

class OutlineError extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.text);
    this.problem = problem;
  }
}

/** Builds the outline from the events of saxes, and rejects files that can't be an export of a page. */
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
    parser.on('error', (error) => this.#rejectSyntax(error.message));
    parser.on('xmldecl', ({ version }) => this.#checkVersion(version));
    parser.on('doctype', (doctype) => this.#rejectDoctype(doctype));
    parser.on('attribute', () => this.#countAttribute());
    parser.on('opentag', (tag) => this.#open(tag));
    parser.on('closetag', (tag) => this.#close(tag.isSelfClosing));
    parser.write(maskComments(this.#text)).close();
  }

  #reject(code: string, text: string): never {
    const { line, columnIndex } = this.#parser;
    throw new OutlineError({
      code,
      severity: 'fault',
      file: this.#file,
      line,
      column: columnIndex + 1,
      text,
    });
  }

  #rejectSyntax(message: string): never {
    const bare = message.replace(/^\d+:\d+:\s*/, '').replace(/\.$/, '');
    return this.#reject(
      'seed-not-xml',
      `This is not well-formed XML: ${explain(bare)}. Export the page again and upload that file unchanged.`,
    );
  }

  #checkVersion(version: string | undefined): void {
    if (version === undefined || version === '1.0') return;
    this.#reject(
      'seed-xml-version',
      `The file says that it is XML ${version}, which the importer refuses. Export the page again and upload that file unchanged.`,
    );
  }

  #rejectDoctype(doctype: string): never {
    if (/^\s*html\b/i.test(doctype)) {
      return this.#reject('seed-html', `This is a web page, not an export of one. ${this.#advice}`);
    }
    return this.#reject(
      'seed-doctype',
      'The file has a DOCTYPE, which no export of a page has. Remove it or export the page again.',
    );
  }

  #countAttribute(): void {
    this.#attributes += 1;
    if (this.#attributes <= XML_ATTRIBUTES) return;
    this.#reject(
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
      this.#reject(
        'seed-too-deep',
        `Elements are nested more than ${XML_DEPTH} deep. This is not an export of a page.`,
      );
    if (this.#elements > MAX_ELEMENTS)
      this.#reject(
        'seed-too-deep',
        `The file has more than ${MAX_ELEMENTS} elements. Export only the one page.`,
      );
  }

  #close(isSelfClosing: boolean): void {
    const element = this.#stack.pop();
    if (!element || isSelfClosing) return;
    element.end = this.#parser.position;
    element.contentEnd = this.#text.lastIndexOf('<', element.end - 1);
  }
}

/** libxml2 rejects a comment of more than 10,000,000 bytes ("Comment too big found"). */
function checkComments(text: string, file: string): Problem | undefined {
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

/** Returns the root element of a well-formed document, or the first fault with its line and column. */
export function outlineXml(text: string, file: string, advice = ''): XmlElement | Problem {
  const long = checkComments(text, file);
  if (long) return long;
  const reader = new OutlineReader(text, file, advice);
  try {
    reader.read();
  } catch (error) {
    if (error instanceof OutlineError) return error.problem;
    throw error;
  }
  if (reader.root) return reader.root;
  throw new Error('a well-formed document without a root element');
}

/** Finds the first child element with this name. */
export function findChild(element: XmlElement, name: string): XmlElement | undefined {
  return element.children.find((child) => child.name === name);
}

/**
 * Lists the runs of text of an element and its descendants, each as an element without children. An element without
 * children is one run; otherwise only the first run has the opening tag. Blank runs between children are omitted.
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
