import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { cases } from '#testkit/cases.ts';
import { decodeXmlReference, decodeXmlText, readXmlLeaf, isInCdata } from './xml-leaf.ts';
import { findChild, outlineXml, listTextRuns, type XmlElement } from '../../text/xml-outline.ts';

/** Text of an element's content as a parser reports it. */
function parsedText(content: string): string {
  let text = '';
  const parser = new SaxesParser({});
  parser.on('text', (data) => (text += data));
  parser.on('cdata', (data) => (text += data));
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(`<a>${content}</a>`).close();
  return text;
}

const decode = (content: string) => decodeXmlText(content, 0, content.length).text;

function outline(text: string): XmlElement {
  const root = outlineXml(text, 'seed.xml');
  if ('severity' in root) throw new Error(root.text);
  return root;
}

const PIECES = [
  'a',
  'é',
  '🙂',
  ' ',
  '\n',
  '\r',
  '\r\n',
  ']',
  ']]',
  '"',
  '&amp;',
  '&lt;',
  '&#65;',
  '&#x1F642;',
  '&#13;',
  '<![CDATA[x]]>',
  '<![CDATA[]]>',
  '<![CDATA[a]]]]>',
  '<![CDATA[\r\n&amp;<b>\r]]>',
  '<!-- c [x] -->',
  '<?php echo ?>',
];
const contents = fc
  .array(fc.constantFrom(...PIECES), { maxLength: 12 })
  .map((pieces) => pieces.join(''))
  .filter((content) => !content.replaceAll(/<!\[CDATA\[.*?\]\]>/gs, '').includes(']]>'));

describe('the text of a leaf', () => {
  it('is what an XML parser reports, whatever is in it', () => {
    fc.assert(
      fc.property(contents, (content) => {
        expect(decode(content)).toBe(parsedText(content));
      }),
      { numRuns: cases(300) },
    );
  });

  it('knows for each character the range that it was read from', () => {
    fc.assert(
      fc.property(contents, (content) => {
        const { decoded } = readXmlLeaf(content, 0, content.length);
        let last = { start: 0, end: 0 };
        for (let at = 0; at < decoded.text.length; at += 1) {
          const { start, end } = decoded.range(at, at + 1);
          const raw = content.slice(start, end);
          // both halves of a pair that a reference stands for come from the same range
          expect(start).toBeGreaterThanOrEqual(start === last.start && end === last.end ? start : last.end);
          expect(raw.length).toBeGreaterThan(0);
          if (raw.length === 1 && raw !== '\r') expect(raw).toBe(decoded.text[at]);
          else expect(parsedText(raw)).toContain(decoded.text[at]);
          last = { start, end };
        }
        expect(last.end).toBeLessThanOrEqual(content.length);
      }),
      { numRuns: cases(200) },
    );
  });

  it('of a part of a file has its places in the file', () => {
    const file = 'xxxx&amp;[v]]]>yyy';
    const { decoded } = readXmlLeaf(file, 4, 12);
    expect(decoded.text).toBe('&[v]');
    expect(decoded.range(1, 4)).toEqual({ start: 9, end: 12 });
    expect(decoded.range(0, 1)).toEqual({ start: 4, end: 9 });
    expect(decoded.range(2, 2)).toEqual({ start: 10, end: 10 });
  });

  it('keeps references that XML does not know as they are', () => {
    expect(decode('a &nbsp; b &copy;')).toBe('a &nbsp; b &copy;');
    expect(decodeXmlReference('&nbsp;')).toBeUndefined();
    expect(['&amp;', '&lt;', '&gt;', '&quot;', '&apos;'].map(decodeXmlReference).join('')).toBe('&<>"\'');
  });

  it('knows no name that every object has', () => {
    expect(decodeXmlReference('&constructor;')).toBeUndefined();
    expect(decodeXmlReference('&toString;')).toBeUndefined();
    expect(decode('&constructor;')).toBe('&constructor;');
  });

  it('takes the same time for any text after it', () => {
    const file = `<![CDATA[a]]>${'<b>\r'.repeat(500_000)}`;
    for (let time = 0; time < 2000; time += 1) expect(decodeXmlText(file, 0, 13).text).toBe('a');
  });
});

describe('a position in a leaf', () => {
  it('is in CDATA between the marks of a section, both ends included', () => {
    const content = 'a<![CDATA[bc]]>d<![CDATA[]]>e';
    const leaf = readXmlLeaf(content, 0, content.length);
    const inside = [...content].map((_, at) => (isInCdata(leaf, at) ? content[at] : '.')).join('');
    expect(inside).toBe('..........bc]............]...');
  });

  it('is in none where there are none', () => {
    expect(isInCdata(readXmlLeaf('abc', 0, 3), 1)).toBe(false);
  });
});

describe('the runs of text of an element', () => {
  const runsOf = (text: string) =>
    listTextRuns(text, outline(text)).map((run) => [
      run.name,
      text.slice(run.start, run.contentStart),
      text.slice(run.contentStart, run.contentEnd),
    ]);

  it('are the element itself where it has no elements', () => {
    const text = '<a b="1">x</a>';
    const root = outline(text);
    expect(listTextRuns(text, root)).toEqual([root]);
  });

  it('are those between its elements, the first with the tag', () => {
    expect(runsOf('<a b="1">x<c d="2">y</c>z<e/></a>')).toEqual([
      ['a', '<a b="1">', 'x'],
      ['c', '<c d="2">', 'y'],
      ['a', '', 'z'],
      ['e', '<e/>', ''],
    ]);
  });

  it('leave out blanks between elements, but never a tag', () => {
    expect(runsOf('<a>\n <b>\n  <c/>\n </b>\n <d> </d>\n</a>')).toEqual([
      ['a', '<a>', '\n '],
      ['b', '<b>', '\n  '],
      ['c', '<c/>', ''],
      ['d', '<d>', ' '],
    ]);
  });

  it('have all text and all tags of the element once, in order', () => {
    const node: fc.Arbitrary<string> = fc.letrec<{ node: string }>((tie) => ({
      node: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom('x', ' y ', '&amp;', '<e f="[g]"/>', '<![CDATA[<h>]]>', '<!-- i -->'),
        fc.array(tie('node'), { maxLength: 4 }).map((inner) => `<n o='p'>${inner.join('')}</n>`),
      ),
    })).node;
    fc.assert(
      fc.property(fc.array(node, { maxLength: 5 }), (inner) => {
        const text = `<a>${inner.join('')}</a>`;
        const runs = listTextRuns(text, outline(text));
        const joined = runs.map((run) => text.slice(run.start, run.contentEnd)).join('');
        const bare = (xml: string) => xml.replaceAll(/<\/\w+>|\s+/g, '');
        expect(bare(joined)).toBe(bare(text));
      }),
      { numRuns: cases(100) },
    );
  });
});

describe('the outline of a seed', () => {
  it('gives the ranges of each element in the text', () => {
    const text = '<?xml version="1.0"?>\n<a x=">"><b>1</b ><c\n/><b>2</b></a>\n';
    const root = outline(text);
    const ranges = root.children.map((child) => [
      text.slice(child.start, child.end),
      text.slice(child.contentStart, child.contentEnd),
    ]);
    expect(text.slice(root.start, root.end)).toBe(text.trim().slice(22));
    expect(ranges).toEqual([
      ['<b>1</b >', '1'],
      ['<c\n/>', ''],
      ['<b>2</b>', '2'],
    ]);
    expect(findChild(root, 'b')).toBe(root.children[0]);
    expect(findChild(root, 'z')).toBeUndefined();
  });

  it('is not misled by what looks like a tag in attributes, CDATA and comments', () => {
    const text = '<a><b c="&lt;d>">x</b><![CDATA[<e>]]><!-- <f> --><g h=\'<\'.length/></a>'.replace(
      "h='<'.length",
      "h='&#60;'",
    );
    expect(outline(text).children.map((child) => text.slice(child.start, child.end))).toEqual([
      '<b c="&lt;d>">x</b>',
      "<g h='&#60;'/>",
    ]);
  });

  it('has correct ranges after characters of two units and CRLF', () => {
    const text = '<a>🙂é\r\n🙂<b>🙂</b>\r\n</a>';
    const [child] = outline(text).children;
    expect(text.slice(child?.start, child?.end)).toBe('<b>🙂</b>');
  });
});
