/**
 * Wrong files in place of a seed, in any encoding, and the limits of what is
 * taken for one: each to the last element, attribute and byte.
 */
import { describe, expect, it } from 'vitest';
import { readSeed } from '#engine';
import { wxrText } from '#testkit/wxr-seed.ts';
import { readWxrSeed, readWxr } from './seed-fixture.ts';

const TEXT = wxrText({ content: '<p>[geo_city] – Köln</p>' });

const toBytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

function utf16(text: string, order: 'LE' | 'BE'): Uint8Array {
  const bytes = new Uint8Array(text.length * 2 + 2);
  const view = new DataView(bytes.buffer);
  `\ufeff${text}`.split('').forEach((unit, at) => view.setUint16(at * 2, unit.charCodeAt(0), order === 'LE'));
  return bytes;
}

/** The text with raw XML at the end of its one item. */
function withExtra(extra: string): string {
  return TEXT.replace('</item>', `${extra}</item>`);
}

const listCodes = (text: string | Uint8Array) => readWxr(text).map(({ code }) => code);

describe('a file of another kind', () => {
  const KINDS: [string, string, string][] = [
    ['a web page', '<!DOCTYPE html><html><p>x', 'seed-html'],
    [
      'a web page saved with a comment before it',
      '<!-- saved from url=(0014)about:internet -->\r\n<html><br>',
      'seed-html',
    ],
    ['a web page after several comments', '<!-- a --> <!-- b > --><!DOCTYPE html><p>x', 'seed-html'],
    ['a template of a builder', '{"version":"0.4","content":[]}', 'seed-backup'],
    ['a dump of a database', '-- MySQL dump 10.13\nCREATE TABLE x;', 'seed-backup'],
    ['a list in JSON after blank lines', '\n\n[{"ID":1}]', 'seed-backup'],
  ];

  it.each(KINDS)('is known for what it is in every encoding: %s', (_what, text, code) => {
    const encoded = [
      toBytes(text),
      toBytes(`\u00ef\u00bb\u00bf${text}`),
      utf16(text, 'LE'),
      utf16(text, 'BE'),
    ];
    expect(encoded.map((bytes) => listCodes(bytes))).toEqual([[code], [code], [code], [code]]);
    for (const bytes of encoded)
      expect(readWxr(bytes)[0]).toMatchObject({ severity: 'fault', file: 'seed.xml', line: 1, column: 1 });
  });

  it.each([
    ['RAR', 'Rar!\u001a\u0007\u0001\u0000\u0033\u0092'],
    ['7-Zip', '7z\u00bc\u00af\u0027\u001c\u0000\u0004'],
    ['bzip2', 'BZh91AY&SY'],
    ['xz', '\u00fd7zXZ\u0000'],
  ])('is answered with what to do: unpack it: %s', (_what, head) => {
    const [problem] = readWxr(toBytes(head));
    expect(problem).toMatchObject({ code: 'seed-zip', severity: 'fault' });
    expect(problem?.text).toMatch(/Unpack it first/);
  });

  it.each([
    ['UTF-32', Uint8Array.of(0xff, 0xfe, 0, 0, 0x3c, 0, 0, 0)],
    ['a backup of All-in-One WP Migration', toBytes(`package.json${'\0'.repeat(300)}`)],
    ['an old Word document', toBytes('\u00d0\u00cf\u0011\u00e0\0\0\0\0')],
  ])('is reported as no text: %s', (_what, bytes) => {
    expect(listCodes(bytes)).toEqual(['seed-wrong-type']);
  });

  it.each([
    ['an image in XML', '<svg xmlns="http://www.w3.org/2000/svg"/>', '<svg>'],
    ['an Office document', '<?xml version="1.0"?><w:document xmlns:w="x"/>', '<w:document>'],
    ['a settings file', '<?xml version="1.0"?><!-- settings --><config/>', '<config>'],
  ])('is named by its outermost element: %s', (_what, xml, element) => {
    const [problem] = readWxr(xml);
    expect(problem).toMatchObject({ code: 'seed-not-wordpress', line: 1, column: 1 });
    expect(problem?.text).toContain(`outermost element is ${element}`);
  });

  it('is refused however many comments it begins with', () => {
    expect(listCodes('<!---->'.repeat(140))).toEqual(['seed-not-xml']);
    expect(listCodes(`${'<!--'.repeat(240)}x`)).toEqual(['seed-not-xml']);
  });
});

describe('the encoding that a seed declares', () => {
  const declared = (label: string) => TEXT.replace('encoding="UTF-8"', `encoding="${label}"`);
  const read = (bytes: Uint8Array) => readSeed(bytes, 'seed.xml').seed?.text.includes('[geo_city] – Köln');

  it.each(['utf8', 'UTF8', 'utf-8', 'unicode-1-1-utf-8', 'US-ASCII', 'ascii', 'ANSI_X3.4-1968'])(
    'may be %s where its bytes are UTF-8',
    (label) => {
      expect(read(new TextEncoder().encode(declared(label)))).toBe(true);
    },
  );

  it.each(['utf8', 'UTF-8', 'US-ASCII'])('is reported with the first byte that is not %s', (label) => {
    const bytes = toBytes(declared(label).replace('–', '-'));
    const before = declared(label).split('Köln')[0]?.split('\n') ?? [];
    const [problem] = readWxr(bytes);
    expect(problem).toMatchObject({
      code: 'seed-encoding',
      line: before.length,
      column: (before.at(-1)?.length ?? 0) + 2,
    });
    expect(problem?.text).toMatch(/bytes that aren’t UTF-8\./);
  });

  it.each([
    "version='1.0' encoding='utf-8'",
    'version="1.0"   encoding = "UTF-8"  standalone="yes"',
    'version="1.0"',
  ])('may be written in any way that XML has: <?xml %s?>', (attributes) => {
    const text = TEXT.replace(/<\?xml[^?]*\?>/, `<?xml ${attributes}?>`);
    expect(read(new TextEncoder().encode(text))).toBe(true);
  });

  it.each(['utf-32', 'replacement', 'utf-7', 'x-mac-klingon'])(
    'is refused if it can’t be read: %s',
    (label) => {
      const [problem] = readWxr(declared(label));
      expect(problem).toMatchObject({ code: 'seed-encoding', line: 1, column: 1 });
      expect(problem?.text).toContain(`unknown encoding: ${label}`);
    },
  );

  it('is read as its own letters where each byte is one', () => {
    const text = declared('windows-1251').replace('[geo_city] – Köln', '[geo_city] ÌÎÑÊÂÀ');
    expect(readSeed(toBytes(text), 'seed.xml').seed?.text).toContain('[geo_city] МОСКВА');
  });
});

describe('a limit', () => {
  const attributes = (count: number) => Array.from({ length: count }, (_, at) => ` a${at}="1"`).join('');

  it('accepts elements nested 256 deep and no deeper', () => {
    // within three others: rss, channel, item
    const nested = (depth: number) => withExtra('<x>'.repeat(depth - 3) + '</x>'.repeat(depth - 3));
    expect(listCodes(nested(256))).toEqual([]);
    expect(listCodes(nested(257))).toEqual(['seed-too-deep']);
  });

  it('lets an element have 256 attributes and no more, each on its own', () => {
    expect(listCodes(withExtra(`<x${attributes(256)}/><y${attributes(256)}/>`))).toEqual([]);
    expect(listCodes(withExtra(`<x${attributes(257)}/>`))).toEqual(['seed-too-deep']);
  });

  it('names the place where it is passed', () => {
    const text = withExtra(`\n<y/><x${attributes(257)}/>`);
    const lines = text.slice(0, text.indexOf(' a256=')).split('\n');
    const [problem] = readWxr(text);
    expect(problem?.line).toBe(lines.length);
    expect(problem?.column).toBeGreaterThan(lines.at(-1)?.length ?? 0);
  });
});

describe('what may be around an export', () => {
  it.each([
    [
      'comments and instructions before it',
      TEXT.replace('<rss', '<?xml-stylesheet href="x"?>\n<!-- generator="WordPress/6.9" -->\n<rss'),
    ],
    ['a comment between its elements', TEXT.replace('<channel>', '<!-- [geo_ctiy] --><channel>')],
    ['comments and blank lines after it', `${TEXT}\n<!-- end -->\n\n`],
    ['blanks before its declaration', `  \n \t${TEXT}`],
    ['no declaration', TEXT.replace(/^<\?xml[^>]*>\s*/, '')],
    [
      'a second channel',
      TEXT.replace('</rss>', '<channel><item><title>[geo_city]</title></item></channel></rss>'),
    ],
    [
      'elements of other programs',
      TEXT.replace('<item>', '<acf:x xmlns:acf="http://a.example/"><b/></acf:x><item>'),
    ],
  ])('is passed over: %s', (_what, text) => {
    expect(listCodes(text)).toEqual([]);
    expect(readWxrSeed(text).items.map(({ id, title }) => [id, title])).toEqual([
      [40, 'Plumber in [geo_city]'],
    ]);
  });
});
