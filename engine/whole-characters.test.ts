/** Texts for people are cut, and never through a character: half an emoji is no text that a file can hold. */
import { describe, expect, it } from 'vitest';
import { createPartAudit, checkParts } from '#engine';
import { build, wxrSeed } from '#testkit/wxr-seed.ts';
import { item, wxr } from './platforms/wordpress/audit/wxr-fixture.ts';
import { cutText } from './text/cut-text.ts';

const SHIFTS = [0, 1];
const HEADER = ['geo_city', 'geo_url', 'v'];

function messagesOf(...items: readonly string[]): string[] {
  const audit = createPartAudit({ file: 'part.xml' });
  audit.push(new TextEncoder().encode(wxr(items)));
  return checkParts([audit.end()], { pages: items.length }).problems.map(
    ({ text, field }) => `${text} ${field}`,
  );
}

describe('a cut text', () => {
  it('has the characters that fit, the last of them whole', () => {
    expect(cutText('abc', 2)).toBe('ab');
    expect(cutText('abc', 3)).toBe('abc');
    expect(cutText('a😀', 2)).toBe('a');
    expect(cutText('a😀', 3)).toBe('a😀');
    expect(cutText('😀', 0)).toBe('');
  });
});

describe('a problem of a row', () => {
  it.each(SHIFTS)('quotes a long value of emoji in whole characters: %i', (shift) => {
    const value = 'x'.repeat(shift) + '😀'.repeat(100);
    const { problems } = build(wxrSeed({ content: '<script>a = [v]</script>' }), [HEADER, ['A', 'a', value]]);
    const text = problems.find(({ code }) => code === 'value-no-literal')?.text ?? '';
    expect(text).toContain('😀…" is outside quotes');
    expect(text.isWellFormed()).toBe(true);
  });

  it.each(SHIFTS)('quotes a long key of emoji in whole characters: %i', (shift) => {
    const key = 'x'.repeat(shift) + '😀'.repeat(100);
    const { problems } = build(wxrSeed(), [
      ['geo_city', 'geo_url', 'row_id'],
      ['A', 'a', key],
      ['B', 'b', key],
    ]);
    const text = problems.find(({ code }) => code === 'duplicate-key')?.text ?? '';
    expect(text).toContain('😀…');
    expect(text.isWellFormed()).toBe(true);
  });

  it.each(SHIFTS)('quotes a long status of emoji in whole characters: %i', (shift) => {
    const value = 'x'.repeat(shift) + '😀'.repeat(100);
    const { problems } = build(wxrSeed({ status: '[v]' }), [HEADER, ['A', 'a', value]]);
    const text = problems.find(({ code }) => code === 'invalid-status')?.text ?? '';
    expect(text).toContain('😀" would hide');
    expect(text.isWellFormed()).toBe(true);
  });
});

describe('a problem of the seed', () => {
  it.each(SHIFTS)('quotes a long canonical address of emoji in whole characters: %i', (shift) => {
    const value = `https://a.example/${'x'.repeat(shift)}${'😀'.repeat(100)}`;
    const { problems } = build(wxrSeed({ metas: [['_yoast_wpseo_canonical', value]] }), [
      HEADER,
      ['A', 'a', 'v'],
    ]);
    const text = problems.find(({ code }) => code === 'canonical-elsewhere')?.text ?? '';
    expect(text).toContain('😀" as their canonical');
    expect(text.isWellFormed()).toBe(true);
  });
});

describe('a problem of the audit', () => {
  it.each(SHIFTS)('shows whole characters of whatever is wrong: %i', (shift) => {
    const long = 'x'.repeat(shift) + '😀'.repeat(150);
    const messages = messagesOf(
      item({ slug: long }),
      item({ creator: long }),
      item({ date: long }),
      item({ gmt: long }),
      item({ status: long }),
      item({ type: long }),
      item({ guid: `https://a.example/${long} x` }),
      item({ parent: long }),
      item({ metas: [['_elementor_data', `{"${long}`]] }),
      item({ metas: [['_elementor_data', '😀']] }),
      item({ metas: [[long, 'a:1:{i:0;s:1:"xx";}']] }),
      item({ metas: [['k', `a:1:{i:0;s:3:"${long}";}`]] }),
      item({ metas: [['k', `a:1:{${long}`]] }),
      item({ content: `<!-- wp:a {"x":${long}} -->` }),
      item({ content: `<!-- ${long}` }),
    );
    expect(messages.length).toBeGreaterThan(12);
    for (const message of messages) expect(message.isWellFormed(), message).toBe(true);
    expect(messages.some((message) => message.includes('😀'))).toBe(true);
  });
});
