/** Attributes in the seed's own XML: filled as plain text, in every spelling that XML has for them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '#testkit/cases.ts';
import { type Built, build, escapeXml, wxrSeed } from '#testkit/wxr-seed.ts';

function buildTag(tag: string, v: string): Built {
  return build(wxrSeed({ slug: 'geo_url', extra: `${tag}x</note>` }), [
    ['geo_city', 'geo_url', 'v'],
    ['Waco', 'waco', v],
  ]);
}

function listAttributes({ pages }: Built): Record<string, string> {
  const own = (pages[0]?.attributes ?? []).filter(([name]) => name.startsWith('note '));
  return Object.fromEntries(own.map(([name, value]) => [name.slice('note '.length), value]));
}

function readTag({ files }: Built): string {
  return /<note[^]*?x<\/note>/.exec(new TextDecoder().decode(files[0]?.bytes))?.[0] ?? '';
}

const HOSTILE = `"'<>&]]> é`;

describe('an attribute of an element', () => {
  it.each([
    ['in double quotes', '<note a="at [v]">', { a: `at ${HOSTILE}` }],
    ['in single quotes', "<note a='at [v]'>", { a: `at ${HOSTILE}` }],
    ['with room around its sign', '<note a = "at [v]" >', { a: `at ${HOSTILE}` }],
    ['after a line break', '<note\n\ta="at [v]"\n>', { a: `at ${HOSTILE}` }],
    ['next to another in other quotes', `<note a='"' b="[v]" c="'">`, { a: '"', b: HOSTILE, c: "'" }],
    ['with a > before it', '<note a=">" b="[v]">', { a: '>', b: HOSTILE }],
    ['that looks like one within another', `<note a="b='[v]'">`, { a: `b='${HOSTILE}'` }],
    ['with references', '<note a="&lt;[v]&gt; &#65;">', { a: `<${HOSTILE}> A` }],
    ['with its brackets as numbers', '<note a="&#91;v&#x5D;">', { a: HOSTILE }],
    ['with two placeholders', '<note a="[v][geo_city]">', { a: `${HOSTILE}Waco` }],
    ['with a filter', '<note a="[geo_city | upper]">', { a: 'WACO' }],
    ['without a placeholder', '<note a="[none, of ours] &amp;">', { a: '[none, of ours] &' }],
    ['that is empty', '<note a="" b="[v]">', { a: '', b: HOSTILE }],
  ])('is filled as its reader sees it: %s', (_how, tag, expected) => {
    expect(listAttributes(buildTag(tag, HOSTILE))).toEqual(expected);
  });

  it('keeps every byte around the placeholder', () => {
    const tag = `<note  a = 'one &#65; [v] "two"'\n b="&gt;" >`;
    expect(readTag(buildTag(tag, 'Reno'))).toBe(`${tag.replace('[v]', 'Reno')}x</note>`);
  });

  it('reads back as any value of the row', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 20 }).filter((cell) => cell.trim() === cell);
    fc.assert(
      fc.property(text, text, fc.constantFrom('"', "'"), (cell, around, quote) => {
        const own = escapeXml(around.replaceAll(/[[\]']/g, '').trim());
        const built = buildTag(`<note a=${quote}${own}|[v]${quote}>`, cell);
        expect(listAttributes(built)['a']?.endsWith(`|${cell}`)).toBe(true);
        expect(readTag(built)).toContain(`${quote}${own}|`);
      }),
      { numRuns: cases(40) },
    );
  });

  it('never becomes another attribute or an element', () => {
    const before = buildTag('<note a="[v]">', 'plain').pages[0]?.outline;
    const built = buildTag('<note a="[v]">', '" b="1"><wp:status>trash</wp:status><note c="');
    expect(built.pages[0]?.outline).toEqual(before);
    expect(Object.keys(listAttributes(built))).toEqual(['a']);
  });
});
