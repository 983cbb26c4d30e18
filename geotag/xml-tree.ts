/** A small XML document as a tree, for XMP: without comments and processing instructions. */
import { SaxesParser } from 'saxes';

/** Deeper than any property of a picture. */
const DEPTH = 100;

export interface XmlAttribute {
  name: string;
  uri: string;
  local: string;
  value: string;
}

export interface XmlElement {
  name: string;
  uri: string;
  local: string;
  attributes: XmlAttribute[];
  children: (XmlElement | string)[];
}

/** The root element; nothing where the text is not well-formed or too deep. */
export function parseXml(text: string): XmlElement | undefined {
  const parser = new SaxesParser({ xmlns: true });
  let isBroken = false;
  let root: XmlElement | undefined;
  const open: XmlElement[] = [];
  parser.on('error', () => {
    isBroken = true;
  });
  parser.on('opentag', ({ name, uri, local, attributes }) => {
    const element: XmlElement = {
      name,
      uri,
      local,
      attributes: Object.values(attributes).map((each) => ({
        name: each.name,
        uri: each.uri,
        local: each.local,
        value: each.value,
      })),
      children: [],
    };
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
    if (open.length > DEPTH) isBroken = true;
  });
  const addText = (content: string) => {
    const element = open.at(-1);
    const last = element?.children.at(-1);
    if (element && typeof last === 'string') element.children[element.children.length - 1] = last + content;
    else element?.children.push(content);
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    open.pop();
  });
  parser.write(text).close();
  return isBroken ? undefined : root;
}
