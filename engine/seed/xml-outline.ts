/**
 * The elements of an XML seed with their ranges in the text. saxes judges the form (one pass, no
 * entity but the predefined ones, no DOCTYPE); the ranges let the writer keep everything it does
 * not fill byte for byte.
 */
import { SaxesParser } from 'saxes';
import { XML_ATTRIBUTES, XML_DEPTH } from '../limits.ts';
import type { Problem } from '../problem.ts';

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
function explain(message: string): string {
  if (message.includes('unclosed tag')) return 'the file ends in the middle: it is cut off';
  if (message.includes('unexpected close tag') || message.includes('unmatched'))
    return 'a tag is closed that is not open';
  if (message.includes('undefined entity')) return `an entity is used that XML does not know (${message})`;
  return message;
}

class Refusal extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.text);
    this.problem = problem;
  }
}

/** The root element of a well-formed document, or the first fault with its line and column. */
export function outlineXml(text: string, file: string): XmlElement | Problem {
  const parser = new SaxesParser({ xmlns: true, position: true });
  const stack: XmlElement[] = [];
  let root: XmlElement | undefined;
  let attributes = 0;

  const refuse = (code: string, reason: string): never => {
    throw new Refusal({
      code,
      severity: 'fault',
      file,
      line: parser.line,
      column: parser.columnIndex + 1,
      text: reason,
    });
  };
  parser.on('error', (error) => {
    const message = error.message.replace(/^\d+:\d+:\s*/, '').replace(/\.$/, '');
    refuse(
      'seed-not-xml',
      `This is not well-formed XML: ${explain(message)}. Export the page again and upload that file unchanged.`,
    );
  });
  parser.on('doctype', () => {
    refuse(
      'seed-doctype',
      'The file has a DOCTYPE, which no export of a page has. Remove it or export the page again.',
    );
  });
  parser.on('attribute', () => {
    attributes += 1;
    if (attributes > XML_ATTRIBUTES)
      refuse(
        'seed-too-deep',
        `An element has more than ${XML_ATTRIBUTES} attributes. This is no export of a page.`,
      );
  });
  parser.on('opentag', (tag) => {
    attributes = 0;
    const element: XmlElement = {
      name: tag.name,
      uri: tag.uri,
      local: tag.local,
      start: text.lastIndexOf('<', parser.position - 1),
      contentStart: parser.position,
      contentEnd: parser.position,
      end: parser.position,
      children: [],
    };
    stack.at(-1)?.children.push(element);
    if (stack.length === 0) root = element;
    stack.push(element);
    if (stack.length > XML_DEPTH)
      refuse('seed-too-deep', `Elements stand more than ${XML_DEPTH} deep. This is no export of a page.`);
  });
  parser.on('closetag', (tag) => {
    const element = stack.pop();
    if (!element || tag.isSelfClosing) return;
    element.end = parser.position;
    element.contentEnd = text.lastIndexOf('<', parser.position - 1);
  });
  try {
    parser.write(text).close();
  } catch (error) {
    if (error instanceof Refusal) return error.problem;
    throw error;
  }
  return (
    root ?? {
      code: 'seed-not-xml',
      severity: 'fault',
      file,
      line: 1,
      column: 1,
      text: 'The file is empty. Export the page again.',
    }
  );
}

/** First child element of that name. */
export function childOf(element: XmlElement, name: string): XmlElement | undefined {
  return element.children.find((child) => child.name === name);
}
