import { describe, expect, it } from 'vitest';
import { readSeed } from '#engine';
import { build, wxrText } from '#testkit/wxr-seed.ts';
import { createInspection, findProblem, readWxr, seedProblems } from './seed-fixture.ts';

const TEXT = wxrText({ title: 'Plümber in [geo_city]', content: '<p>São Paulo — [geo_city]</p>' });
const ROWS = [
  ['geo_city', 'geo_url'],
  ['Köln', 'koeln'],
];

function utf16(text: string, order: 'le' | 'be', mark = true): Uint8Array {
  const whole = mark ? `\ufeff${text}` : text;
  const bytes = new Uint8Array(whole.length * 2);
  const view = new DataView(bytes.buffer);
  for (let index = 0; index < whole.length; index += 1)
    view.setUint16(index * 2, whole.charCodeAt(index), order === 'le');
  return bytes;
}

function latin1(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

function declared(encoding: string): string {
  return TEXT.replace('encoding="UTF-8"', `encoding="${encoding}"`);
}

function contentFrom(bytes: Uint8Array): string {
  return build(bytes, ROWS).pages[0]?.fields['content:encoded'] ?? '';
}

describe('encodings of a seed', () => {
  it.each<[string, Uint8Array]>([
    ['UTF-8', new TextEncoder().encode(TEXT)],
    ['UTF-8 with a byte order mark', new TextEncoder().encode(`\ufeff${TEXT}`)],
    ['UTF-16 with its mark, little end first', utf16(declared('UTF-16'), 'le')],
    ['UTF-16 with its mark, big end first', utf16(declared('UTF-16'), 'be')],
    ['UTF-16 without a mark, little end first', utf16(declared('UTF-16'), 'le', false)],
    ['UTF-16 without a mark, big end first', utf16(declared('UTF-16'), 'be', false)],
    ['UTF-8 that claims to be UTF-16', new TextEncoder().encode(declared('UTF-16'))],
  ])('reads %s, and writes UTF-8', (_what, bytes) => {
    expect(contentFrom(bytes)).toBe('<p>São Paulo — Köln</p>');
  });

  it.each(['ISO-8859-1', 'iso-8859-1', 'windows-1252'])('reads %s where it is declared', (encoding) => {
    const text = declared(encoding).replaceAll('—', '-');
    const built = build(latin1(text), ROWS);
    expect(built.pages[0]?.fields).toMatchObject({
      title: 'Plümber in Köln',
      'content:encoded': '<p>São Paulo - Köln</p>',
    });
    const written = new TextDecoder().decode(built.files[0]?.bytes);
    expect(written).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\s?\?>/);
  });

  it('lets a byte order mark win over the declaration', () => {
    expect(contentFrom(new TextEncoder().encode(`\ufeff${declared('ISO-8859-1')}`))).toContain('São Paulo —');
  });

  it('refuses bytes that are not UTF-8, with the line and column of the first one', () => {
    const bytes = new TextEncoder().encode(TEXT);
    const line = TEXT.split('\n').findIndex((each) => each.includes('São')) + 1;
    const broken = Uint8Array.from(bytes);
    const at = new TextDecoder('latin1').decode(bytes).indexOf('SÃ£o');
    broken[at + 1] = 0xe3;
    const column = (TEXT.split('\n')[line - 1] ?? '').indexOf('São') + 2;
    const problem = findProblem(readWxr(broken), 'seed-encoding');
    expect(problem).toMatchObject({ severity: 'fault', line, column });
    expect(problem.text).toMatch(/aren’t UTF-8.*save the file as UTF-8/);
  });

  it('is not misled by a replacement character that is in the seed itself', () => {
    const text = TEXT.replace('São', 'S\ufffdo');
    expect(contentFrom(new TextEncoder().encode(text))).toContain('S\ufffdo');
    const bytes = [...new TextEncoder().encode(text)];
    bytes.splice(bytes.length - 3, 1, 0xff);
    const problem = findProblem(readWxr(Uint8Array.from(bytes)), 'seed-encoding');
    expect(problem.line).toBe(text.trimEnd().split('\n').length);
  });

  it('reports a file that ends in the middle of a character', () => {
    const bytes = new TextEncoder().encode(`${TEXT}é`).subarray(0, -1);
    expect(findProblem(readWxr(bytes), 'seed-encoding').line).toBe(TEXT.split('\n').length);
  });

  it('refuses an unknown encoding, and names it', () => {
    const problem = findProblem(readWxr(declared('x-klingon')), 'seed-encoding');
    expect(problem).toMatchObject({ line: 1, column: 1 });
    expect(problem.text).toMatch(/unknown encoding: x-klingon/);
  });
});

describe('line breaks and blank lines', () => {
  const crlf = TEXT.replaceAll('\n', '\r\n');

  it('reads a file with CRLF and hands on LF, as every XML reader does', () => {
    const text = wxrText({ content: '<p>One\n[geo_city]</p>' }).replaceAll('\n', '\r\n');
    expect(contentFrom(new TextEncoder().encode(text))).toBe('<p>One\nKöln</p>');
  });

  it('names the same places in a file with CRLF as in one with LF', () => {
    const places = (text: string) =>
      createInspection(new TextEncoder().encode(text)).seed?.placeholders.flatMap((use) =>
        use.places.map(({ line, column, leaf }) => ({ line, column, leaf })),
      );
    expect(places(crlf)).toEqual(places(TEXT));
    expect(places(crlf)).not.toHaveLength(0);
  });

  it('reads a file whose declaration is after blank lines, and counts them in every place', () => {
    const text = `\n\r\n \n${TEXT}`;
    const bytes = new TextEncoder().encode(text);
    expect(contentFrom(bytes)).toContain('Köln');
    const line = text.split('\n').findIndex((each) => each.includes('<p>São')) + 1;
    const content = createInspection(bytes)
      .seed?.placeholders.flatMap(({ places }) => places)
      .find(({ leaf }) => leaf === 'content');
    expect(content?.line).toBe(line);
    expect(content?.excerpt.find((each) => each.line === line)?.text).toContain('São Paulo — [geo_city]');
  });

  it('counts blank lines before the declaration in a refusal too', () => {
    const broken = `\n\n${TEXT.replace('</wp:status>', '</wp:statu>')}`;
    const line = broken.split('\n').findIndex((each) => each.includes('</wp:statu>')) + 1;
    expect(findProblem(readWxr(broken), 'seed-not-xml').line).toBe(line);
  });

  it('counts them in the fault of a misspelt placeholder too', () => {
    const text = `\n\n\n${wxrText({ content: '<p>Hello\n[geo_ctiy]</p>' })}`;
    const line = text.split('\n').findIndex((each) => each.includes('geo_ctiy')) + 1;
    const problem = findProblem(seedProblems(new TextEncoder().encode(text)), 'placeholder-unknown');
    expect(problem).toMatchObject({ line, column: 1 });
  });
});

describe('names of HTML outside CDATA', () => {
  it('reads them as the characters they are', () => {
    const text = TEXT.replace(/<title>.*<\/title>/g, '').replace(
      '<item>',
      '<item><title>Caf&eacute;&nbsp;&mdash; [geo_city]</title>',
    );
    const page = build(new TextEncoder().encode(text), ROWS).pages[0];
    expect(page?.fields['title']).toBe('Café\u00a0— Köln');
  });

  it('leaves them unchanged inside CDATA, where they belong to the HTML', () => {
    const text = wxrText({ content: '<p>&eacute;&nbsp;[geo_city]</p>' });
    expect(contentFrom(new TextEncoder().encode(text))).toBe('<p>&eacute;&nbsp;Köln</p>');
  });

  it('leaves XML’s own names and numbers as they are written', () => {
    const text = wxrText({ style: 'escaped', content: '<p>1 &lt; 2 &#233; [geo_city]</p>' });
    const { seed } = readSeed(new TextEncoder().encode(text), 'seed.xml');
    expect(seed?.text).toContain('&lt;p&gt;1 &amp;lt; 2 &amp;#233; [geo_city]&lt;/p&gt;');
  });

  it('keeps the column of what is after a name, where a number can be as long', () => {
    const line = '<x>&eacute;&hellip;&nbsp; [geo_city]</x>';
    const text = TEXT.replace('</item>', `${line}\n</item>`);
    const use = createInspection(new TextEncoder().encode(text)).seed?.placeholders[0];
    const place = use?.places.find(({ leaf }) => leaf === 'x');
    expect(place?.column).toBe(line.indexOf('[') + 1);
  });

  it('is not misled by names in comments and processing instructions', () => {
    const text = TEXT.replace('<channel>', '<channel><!-- &nosuch; & --><?php a & b ?>');
    expect(readWxr(text)).toEqual([]);
  });
});
