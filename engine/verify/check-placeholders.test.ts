import { describe, expect, it } from 'vitest';
import { checkParts } from '../platforms/wordpress/audit/check-parts.ts';
import { findBracketed, placeholderKey } from './find-bracketed.ts';
import type { Expectation } from './platform-audit.ts';
import { auditText, codes, item, type ItemSpec, wxr } from '../platforms/wordpress/audit/wxr-fixture.ts';

const base64 = (text: string): string => btoa(text);

function bracketed(text: string): string[] {
  const found: string[] = [];
  findBracketed(text, (name) => found.push(name));
  return found;
}

describe('findBracketed', () => {
  it.each([
    ['as it is', 'in [geo_city].', '[geo_city]'],
    ['with spaces and capitals', '[Geo City]', '[Geo City]'],
    ['with a filter', '[geo_city | upper]', '[geo_city]'],
    ['with a filter that has a text', '[geo_city | default:"our town"]', '[geo_city]'],
    ['percent-encoded', '/x/%5Bgeo_city%5D/', '~[geo_city]'],
    ['percent-encoded in small letters', '%5bgeo_city%5d', '~[geo_city]'],
    ['percent-encoded twice', '%255Bgeo_city%255D', '~[geo_city]'],
    ['percent-encoded with a space', '%5BGeo%20City%5D', '~[Geo City]'],
    ['escaped in JSON', '{"a":"\\u005bgeo_city\\u005d"}', '~[geo_city]'],
    ['escaped in JSON within JSON', '\\\\u005Bgeo_city\\\\u005D', '~[geo_city]'],
    ['with an accent', '[région]', '[région]'],
    ['with an accent escaped in JSON', '"[r\\u00e9gion]"', '[région]'],
    ['in an attribute', '<a title="[geo_city]">', '[geo_city]'],
    ['in a serialized value', 's:10:"[geo_city]";', '[geo_city]'],
    ['in an array of JSON', '["[geo_city]"]', '[geo_city]'],
    ['in base64', base64('<p>[geo_city]</p>'), '~[geo_city]'],
    ['in base64 whose quote JSON escapes', JSON.stringify(`"${base64('[geo_city].')}"`), '~[geo_city]'],
    ['in base64 after a line break of JSON', JSON.stringify(`a\n${base64('[geo_city]')}`), '~[geo_city]'],
    ['in base64 after a letter of JSON', `"\\u003e${base64('[geo_city]')}"`, '~[geo_city]'],
    ['in base64 after percent signs', `%3Bbase64%2C${base64('[geo_city]')}`, '~[geo_city]'],
    [
      'in base64 with percent signs',
      encodeURIComponent(`x,${base64('<p>??> [geo_city] ??></p>>')}`),
      '~[geo_city]',
    ],
  ])('sees a placeholder %s', (_, text, name) => {
    expect([...new Set(bracketed(text))]).toEqual([name]);
  });

  it.each([
    '[[geo_city]]',
    '%5B%5Bgeo_city%5D%5D',
    'a[0]',
    '[1, 2]',
    '["a","b"]',
    '[{"a":1}]',
    '[gallery ids="1"]',
    'plain',
    '%50 off',
    '[unclosed',
    '[]',
  ])('sees none in %j', (text) => {
    expect(bracketed(text)).toEqual([]);
  });

  it('stays quick where brackets never close', () => {
    expect(bracketed('[a '.repeat(100_000))).toEqual([]);
    expect(bracketed(`[${'a'.repeat(100_000)}]`)).toEqual([]);
  });
});

describe('placeholderKey', () => {
  it('matches names as columns are matched', () => {
    expect(placeholderKey('Geo City')).toBe(placeholderKey('geo_city'));
    expect(placeholderKey('geo-city')).toBe(placeholderKey('GEOCITY'));
  });
});

describe('a part whose placeholders are known', () => {
  const checkOne = (spec: ItemSpec, more: Partial<Expectation> = {}, channel = '') =>
    checkParts([auditText(wxr([item({ id: 7, ...spec })], { channel }))], {
      pages: 1,
      placeholders: ['[geo_city]', '[Geo State | upper]', '[phone]'],
      ...more,
    });

  it.each<[string, ItemSpec, string]>([
    ['the title', { title: 'In [geo_city]' }, 'title'],
    ['the content', { content: '<a title="[Geo_City]">' }, 'content:encoded'],
    ['an address', { content: '<a href="/%5Bgeo_city%5D/">' }, 'content:encoded'],
    ['the excerpt', { excerpt: '[geo state]' }, 'excerpt:encoded'],
    ['a meta', { metas: [['_seo', 'x [phone]']] }, 'meta _seo'],
    ['the name of a meta', { metas: [['map_[geo_city]', 'x']] }, 'wp:meta_key'],
    ['a serialized meta', { metas: [['box', 'a:1:{i:0;s:10:"[geo_city]";}']] }, 'meta box'],
    ['the JSON of a meta', { metas: [['box', '{"a":"\\u005bgeo_city\\u005d"}']] }, 'meta box'],
    ['a category', { extra: '<category domain="category" nicename="[geo_city]">x</category>' }, 'category'],
    [
      'a comment of the seed',
      { extra: '<wp:comment><wp:comment_content>[phone]</wp:comment_content></wp:comment>' },
      'wp:comment_content',
    ],
  ])('is faulted for one left in %s', (_, spec, field) => {
    const verdict = checkOne(spec);
    const left = verdict.problems.filter(({ code }) => code === 'placeholder-unfilled');
    expect(left.map((problem) => [problem.severity, problem.field])).toEqual([['fault', field]]);
    expect(left[0]?.line).toBeGreaterThan(1);
    expect(verdict.ok).toBe(false);
  });

  it('is reported once a page, however often it occurs', () => {
    const verdict = checkOne({ title: '[geo_city]', content: '[geo_city] '.repeat(100) });
    expect(verdict.problems).toHaveLength(1);
  });

  it('is faulted for one left in the channel', () => {
    expect(codes(checkOne({}, {}, '<description>[geo_city]</description>'))).toEqual([
      'placeholder-unfilled',
    ]);
  });

  it('is faulted for a bare name left in a slug', () => {
    expect(codes(checkOne({ slug: 'plumber-geo_city' }))).toEqual(['placeholder-unfilled']);
    expect(codes(checkOne({ slug: 'plumber-geo_city_hall' }))).toEqual([]);
    expect(codes(checkOne({ slug: 'geo-city-phone' }))).toEqual([]);
  });

  it('lets shortcodes and other brackets be', () => {
    expect(checkOne({ content: '[gallery ids="1"] [contact_form] a[0] [[geo_city]]' })).toMatchObject({
      ok: true,
      problems: [],
    });
  });

  it('lets the row have brackets of its own, on its page only', () => {
    const content = '<p>Say &quot;[geo_city]&quot; and [Geo City]</p>';
    expect(checkOne({ content }, { expectedTexts: { 7: ['Say "[geo_city]"'] } }).ok).toBe(true);
    expect(checkOne({ content }, { expectedTexts: { 7: ['[Geo City | upper]'] } }).ok).toBe(true);
    expect(checkOne({ content }, { expectedTexts: { 8: ['[geo_city]'] } }).ok).toBe(false);
    expect(checkOne({ content }, { expectedTexts: { 7: ['[phone]', 'geo_city'] } }).ok).toBe(false);
    expect(checkOne({ slug: 'say-geo_city' }, { expectedTexts: { 7: ['say [geo_city]'] } }).ok).toBe(true);
  });

  it("lets the row have a text that looks like broken JSON or serialized, when it is exactly the row's", () => {
    const metas = [
      ['a', '{"half'],
      ['b', 's:9:"abc";'],
    ] as const;
    expect(codes(checkOne({ metas }))).toEqual(['malformed-meta-json', 'malformed-serialized-meta']);
    expect(checkOne({ metas }, { expectedTexts: { 7: ['{"half', 's:9:"abc";'] } }).ok).toBe(true);
    expect(checkOne({ metas }, { expectedTexts: { 7: ['{', 's'] } }).ok).toBe(false);
    const serial = 'a:1:{i:0;s:14:"{"half, Illinois";}'.replace('14', '16');
    expect(checkOne({ metas: [['a', serial]] }, { expectedTexts: { 7: ['{"half'] } }).ok).toBe(true);
    expect(checkOne({ metas: [['a', serial]] }, { expectedTexts: { 7: ['{"'] } }).ok).toBe(false);
    const long = `{"${'x'.repeat(500)}`;
    expect(checkOne({ metas: [['a', long]] }, { expectedTexts: { 7: [long] } }).ok).toBe(true);
    expect(checkOne({ metas: [['a', long]] }, { expectedTexts: { 7: ['{"'] } }).ok).toBe(false);
  });
});

describe('a serialized text of the row that holds something else', () => {
  const given = 's:3:"{":";';
  const metas = [['a', `s:${given.length}:"${given}";`]] as const;
  const checkOne = (spec: ItemSpec, expectation: Partial<Expectation> = {}) =>
    checkParts([auditText(wxr([item({ id: 7, ...spec })]))], { pages: 1, ...expectation });

  it('is its own with all that is in it, and not only as a whole', () => {
    expect(codes(checkOne({ metas }))).toContain('malformed-meta-json');
    expect(checkOne({ metas }, { expectedTexts: { 7: [given] } })).toMatchObject({ ok: true, problems: [] });
  });

  it('excuses neither another text nor the same one of another row', () => {
    expect(checkOne({ metas }, { expectedTexts: { 8: [given] } }).ok).toBe(false);
    expect(checkOne({ metas }, { expectedTexts: { 7: ['s:3:"{:";'] } }).ok).toBe(false);
    const more = [...metas, ['b', '{"half']] as const;
    expect(codes(checkOne({ metas: more }, { expectedTexts: { 7: [given] } }))).toEqual([
      'malformed-meta-json',
    ]);
  });

  it('excuses no text that is merely part of a sentence of the row', () => {
    const broken = [['a', '{"half']] as const;
    expect(checkOne({ metas: broken }, { expectedTexts: { 7: ['We say {"half of it'] } }).ok).toBe(false);
  });
});

describe('a class name of PHP in a text', () => {
  const text = 'O:3:"abc":0:{}';
  const metas = [['box', `a:1:{i:0;s:${text.length}:"${text}";}`]] as const;
  const verdict = (own: readonly string[]) =>
    checkParts([auditText(wxr([item({ id: 7, metas })]))], { pages: 1, expectedTexts: { 7: own } });

  it('is a fault, because the importer breaks the value, and a notice when the row itself says it', () => {
    expect(verdict([]).problems.map(({ code, severity }) => `${code} ${severity}`)).toEqual([
      'meta-object-in-text fault',
    ]);
    expect(verdict([text]).problems.map(({ code, severity }) => `${code} ${severity}`)).toEqual([
      'meta-object-in-text notice',
    ]);
    expect(verdict([text]).ok).toBe(true);
  });
});

describe('a file of another tool', () => {
  it('gets a notice for names that begin like ours, once a name', () => {
    const verdict = checkParts([
      auditText(wxr([item({ content: '[geo_city] [gallery_x]' }), item({ title: '[geo_city]' })])),
    ]);
    expect(verdict.ok).toBe(true);
    expect(verdict.problems.map(({ code, severity }) => `${code} ${severity}`)).toEqual([
      'placeholder-suspected notice',
    ]);
    expect(verdict.problems[0]?.text).toContain('[geo_city] is in 2 items');
  });
});
