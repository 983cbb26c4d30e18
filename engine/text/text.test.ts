import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeSeedBytes } from './decode-bytes.ts';
import { editDistance } from './edit-distance.ts';
import { convertHtmlEntities } from './html-entities.ts';
import { decodeHtmlReference, decodeHtmlText, mayContainBracket } from './html-reference.ts';
import { LineIndex } from './line-index.ts';
import { SourceText, decodeMatches } from './source-text.ts';

describe('the distance of two names', () => {
  it.each<[string, string, number]>([
    ['', '', 0],
    ['geocity', 'geocity', 0],
    ['geoctiy', 'geocity', 1],
    ['geocty', 'geocity', 1],
    ['geocitty', 'geocity', 1],
    ['geokity', 'geocity', 1],
    ['goecitiy', 'geocity', 2],
    ['abc', '', 3],
    ['ca', 'abc', 3],
  ])('of "%s" and "%s" is %i slips', (a, b, slips) => {
    expect(editDistance(a, b)).toBe(slips);
    expect(editDistance(b, a)).toBe(slips);
  });

  const name = fc.stringMatching(/^[abc]{0,7}$/);

  it('is 0 only for equal names, and symmetric', () => {
    fc.assert(
      fc.property(name, name, (a, b) => {
        const distance = editDistance(a, b);
        expect(distance === 0).toBe(a === b);
        expect(editDistance(b, a)).toBe(distance);
        expect(distance).toBeGreaterThanOrEqual(Math.abs(a.length - b.length));
        expect(distance).toBeLessThanOrEqual(Math.max(a.length, b.length));
      }),
    );
  });

  it('is at most one after one typing error anywhere', () => {
    fc.assert(
      fc.property(name, fc.nat(7), fc.constantFrom('drop', 'add', 'change', 'swap'), (a, place, slip) => {
        const at = Math.min(place, a.length);
        const after = a.slice(at);
        const slipped = {
          drop: a.slice(0, at) + after.slice(1),
          add: `${a.slice(0, at)}z${after}`,
          change: a.slice(0, at) + (after === '' ? '' : `z${after.slice(1)}`),
          swap: a.slice(0, at) + (after[1] ?? '') + (after[0] ?? '') + after.slice(2),
        }[slip];
        expect(editDistance(a, slipped)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('exceeds the bound if the lengths differ too much', () => {
    expect(editDistance('a', 'a'.repeat(1_000_000), 2)).toBe(3);
  });
});

describe('lines of a text', () => {
  const texts = fc
    .array(fc.constantFrom('a', 'é', '\n', '\r\n', ''), { maxLength: 20 })
    .map((parts) => parts.join(''));

  it('are counted without their breaks', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const index = new LineIndex(text);
        const lines = text.replace(/\r?\n$/, '').split(/\r?\n/);
        expect(lines.map((_, line) => index.getText(line))).toEqual(lines);
        expect(index.getText(lines.length)).toBeUndefined();
      }),
    );
  });

  it('contain each position once', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const index = new LineIndex(text);
        for (let at = 0; at < text.length; at += 1)
          expect(index.findLine(at)).toBe(text.slice(0, at).split('\n').length - 1);
        expect(index.getStart(0)).toBe(0);
        expect(index.getStart(99)).toBe(text.length);
      }),
    );
  });
});

describe('a text that maps to its source', () => {
  it('returns the source if nothing was decoded', () => {
    const text = SourceText.window('abcdef', 2, 5);
    expect(text.text).toBe('cde');
    expect(text.range(1, 3)).toEqual({ start: 3, end: 5 });
  });

  it('returns the whole source of a decoded range', () => {
    const text = decodeMatches('a%41%42b', /%../g, (match) =>
      String.fromCharCode(Number.parseInt(match.slice(1), 16)),
    );
    expect(text.text).toBe('aABb');
    expect([0, 1, 2, 3].map((at) => text.range(at, at + 1))).toEqual([
      { start: 0, end: 1 },
      { start: 1, end: 4 },
      { start: 4, end: 7 },
      { start: 7, end: 8 },
    ]);
    expect(text.range(0, 4)).toEqual({ start: 0, end: 8 });
  });

  it('preserves what its decoder doesn’t decode, and drops what decodes to an empty text', () => {
    const text = decodeMatches('a%zz%--b', /%../g, (match) => (match === '%--' ? '' : undefined));
    expect(text.text).toBe('a%zzb');
    expect(text.range(4, 5)).toEqual({ start: 7, end: 8 });
  });

  it('is empty without a source', () => {
    const text = decodeMatches('', /%../g, () => 'x');
    expect([text.text, text.range(0, 0)]).toEqual(['', { start: 0, end: 0 }]);
  });
});

describe('references of HTML', () => {
  it.each([
    ['&amp;', '&'],
    ['&nbsp;', '\u00a0'],
    ['&#8220;', '\u201c'],
    ['&#x5B;', '['],
    ['&lbrack;', '['],
    ['&lsqb;', '['],
    ['&#128;', '\u20ac'],
    ['&nosuchname;', '&nosuchname;'],
    ['&NotEqualTilde;', '\u2242\u0338'],
  ])('%s decodes to %j', (reference, text) => {
    expect(decodeHtmlReference(reference)).toBe(text);
    expect(decodeHtmlText(`x${reference}y`).text).toBe(`x${text}y`);
  });

  it('are decoded only once', () => {
    expect(decodeHtmlText('&amp;lt; &amp;#91;').text).toBe('&lt; &#91;');
  });

  it('to a bracket are detected before decoding', () => {
    for (const text of ['[', '&#91;', '&#091;', '&#x5b;', '&#X005B;', '&lbrack;', '&lsqb;']) {
      expect(mayContainBracket(`a${text}b`)).toBe(true);
      expect(decodeHtmlText(text).text).toBe('[');
    }
    for (const text of ['', 'a', ']', '&#93;', '&#5;', '&amp;']) expect(mayContainBracket(text)).toBe(false);
  });

  it('outside CDATA become numeric references, with the same lines', () => {
    const names = [
      '&nbsp;',
      '&copy;',
      '&hellip;',
      '&amp;',
      '&nosuch;',
      '&#65;',
      '\n',
      'x',
      '<![CDATA[&nbsp;]]>',
      '<!--&nbsp;-->',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...names), { maxLength: 15 }), (parts) => {
        const { text, bareAmpersand } = convertHtmlEntities(parts.join(''));
        expect(bareAmpersand).toBeUndefined();
        expect(text.split('\n').length).toBe(parts.filter((part) => part === '\n').length + 1);
        const expected = parts.map((part) =>
          /^&(?:nbsp|copy|hellip);$/.test(part) ? decodeHtmlReference(part) : part,
        );
        const read = text.replaceAll(/&#0*(160|169|8230);/g, (_, code: string) =>
          String.fromCodePoint(Number(code)),
        );
        expect(read).toBe(expected.join(''));
      }),
    );
  });

  it('are located if malformed: the first & that doesn’t begin one', () => {
    expect(convertHtmlEntities('<a>x &nbsp; y & z & </a>').bareAmpersand).toBe('<a>x &nbsp; y '.length);
    expect(convertHtmlEntities('<![CDATA[ & ]]><!-- & --><?x & ?>').bareAmpersand).toBeUndefined();
    expect(convertHtmlEntities('<![CDATA[ & ').bareAmpersand).toBeUndefined();
  });
});

describe('bytes of a seed', () => {
  const encode = (text: string) => new TextEncoder().encode(text);
  const utf16 = (text: string, isLittle: boolean) => {
    const bytes = new Uint8Array(text.length * 2);
    const view = new DataView(bytes.buffer);
    for (let at = 0; at < text.length; at += 1) view.setUint16(at * 2, text.charCodeAt(at), isLittle);
    return bytes;
  };

  it.each(['<?xml version="1.0" encoding="UTF-16"?><a>é🙂</a>', '<a>é</a>'])(
    'are read in UTF-16 of both orders, with a mark and without: %s',
    (text) => {
      for (const isLittle of [true, false]) {
        const encoding = isLittle ? 'utf-16le' : 'utf-16be';
        expect(decodeSeedBytes(utf16(text, isLittle), 'a')).toEqual({ text, encoding });
        expect(decodeSeedBytes(utf16(`\ufeff${text}`, isLittle), 'a')).toEqual({ text, encoding });
      }
    },
  );

  it('are read as UTF-8 if the declaration of UTF-16 can’t be true', () => {
    const text = '<?xml version="1.0" encoding="utf-16"?><a>é</a>';
    expect(decodeSeedBytes(encode(text), 'a')).toEqual({ text, encoding: 'utf-8' });
  });

  it('are reported at the first invalid one', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'é', '🙂', '\n'), { maxLength: 30 }),
        fc.constantFrom([0xff], [0xc3, 0x28], [0xe2, 0x82, 0x41], [0x80]),
        (parts, broken) => {
          const before = `<${parts.join('')}`;
          const decoded = decodeSeedBytes(
            Uint8Array.of(...encode(before), ...broken, ...encode('>\n')),
            'seed.xml',
          );
          expect(decoded).toMatchObject({
            code: 'seed-encoding',
            severity: 'fault',
            file: 'seed.xml',
            line: before.split('\n').length,
            column: (before.split('\n').at(-1) ?? '').length + 1,
          });
        },
      ),
    );
  });
});
