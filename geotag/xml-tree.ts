/** Parses a small XML document (XMP) to a tree without comments and processing instructions. */
import { SaxesParser } from 'saxes';

const MAX_DEPTH = 100;

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

/** Returns the root element, or `undefined` if the text isn't well-formed or is too deep. */
export function parseXml(text: string): XmlElement | undefined {
  const parser = new SaxesParser({ xmlns: true });
  let isMalformed = false;
  let root: XmlElement | undefined;
  const open: XmlElement[] = [];
  parser.on('error', () => {
    isMalformed = true;
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
    if (open.length > MAX_DEPTH) isMalformed = true;
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
  return isMalformed ? undefined : root;
}
