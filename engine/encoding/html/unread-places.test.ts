/** Placeholders where no reader of HTML finds them: none may stay, and none may keep a seed from landing. */
import { describe, expect, it } from 'vitest';
import { auditFiles, listFaultTexts } from '#testkit/audit-files.ts';
import { build, wxrSeed } from '#testkit/wxr-seed.ts';
import { seedProblems } from '../../platforms/shared/seed-fixture.ts';

const VALUE = `"' onload=alert(1) x="><b>`;

/** Content of the page for a row, which must stand the audit; `lost` where the row is. */
function fill(content: string, value = VALUE): string {
  const { pages, files, layout } = build(wxrSeed({ content, slug: 'geo_url' }), [
    ['geo_city', 'geo_url', 'v'],
    ['Waco', 'waco', value],
  ]);
  expect(listFaultTexts(auditFiles(files, layout))).toEqual([]);
  return pages[0]?.fields['content:encoded'] ?? 'lost';
}

describe('a tag that the text never ends', () => {
  it.each([
    ['<p title="[v]', '<p title="&quot;\' onload=alert(1) x=&quot;&gt;&lt;b&gt;'],
    ["<p title='[v]", '<p title=\'"&#039; onload=alert(1) x="&gt;&lt;b&gt;'],
    ['<p title="a" class="[v] b', '<p title="a" class="&quot;\' onload=alert(1) x=&quot;&gt;&lt;b&gt; b'],
    ['<a href="/?q=[v]', '<a href="/?q=%22\'%20onload%3Dalert(1)%20x%3D%22%3E%3Cb%3E'],
    ['<p>[geo_city]</p><img alt="[geo_city]', '<p>Waco</p><img alt="Waco'],
  ])('is filled up to its last attribute: %s', (content, expected) => {
    expect(fill(content)).toBe(expected);
  });

  it('gets quotes around an unquoted value', () => {
    expect(fill('<p title=[v]')).toBe('<p title=\'"&#039; onload=alert(1) x="&gt;&lt;b&gt;\'');
  });

  it.each(['<p [v]', '<p data-[v]', '<h[v]', '</h[v]', '<p a="1" [v]="2'])(
    'doesn’t read text as a name: %s skips the row',
    (content) => {
      expect(fill(content)).toBe('lost');
      expect(fill(content, '7')).toBe(content.replace('[v]', '7'));
    },
  );

  it('does not lose the scheme of an address out of sight', () => {
    expect(fill('<a href="[v]', 'javascript:alert(1)')).toBe('lost');
    expect(fill('<a href="[v]', 'https://a.example/')).toBe('<a href="https://a.example/');
  });
});

describe('text after the name of a closing tag', () => {
  it.each([
    ['<p>x</p [v]>', '<p>x</p >'],
    ['<p>x</p class="[v]">y', '<p>x</p class="">y'],
    ['<p>x</p [v] [geo_city]>[geo_city]', '<p>x</p  >Waco'],
    ['<b>[geo_city]</b\n[v | default:"<i>"]>', '<b>Waco</b\n>'],
  ])('is emptied: %s', (content, expected) => {
    expect(fill(content)).toBe(expected);
  });

  it('is unchanged if it isn’t a placeholder', () => {
    expect(fill('<p>[geo_city]</p [gallery]>')).toBe('<p>Waco</p [gallery]>');
  });
});

describe('text after the attributes of a block', () => {
  it('refuses the seed: WordPress would read on for the end of the attributes', () => {
    const seed = wxrSeed({ content: '<!-- wp:acme {"a":"b"} [v] -->x' });
    expect(seedProblems(seed, ['geo_city', 'geo_url', 'v'])).toMatchObject([
      { code: 'malformed-block-json', severity: 'fault', field: 'content:encoded' },
    ]);
  });

  it('may be the mark that the block closes itself', () => {
    const blocks = ['<!-- wp:acme {"a":"[v]"} /-->', '<!-- wp:acme {"a":"[v]"}  -->'];
    for (const block of blocks) expect(fill(block, '"')).toBe(block.replace('[v]', '\\u0022'));
  });
});
