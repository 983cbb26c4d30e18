/** Rows whose cells can’t be encoded in the footer link template: without a link they get no page. */
import { describe, expect, it } from 'vitest';
import { inspect } from '#engine';
import { build, readRows, wxrSeed } from '#testkit/wxr-seed.ts';

const HEADER = ['geo_city', 'geo_url', 'x'];
const SEED = { title: 'Plumber', content: '<p>[geo_url]</p>' };

/** Towns whose third cell is what a test is about, in order. */
function towns(...cells: readonly string[]): string[][] {
  return [HEADER, ...cells.map((cell, index) => [`Town ${index}`, `t${index}`, cell])];
}

function land(footer: string, rows: readonly (readonly string[])[], content = SEED.content) {
  const built = build(wxrSeed({ ...SEED, content }), rows, { footer });
  const losses = built.problems.filter(({ severity }) => severity === 'loss');
  return { ...built, losses, links: built.links.map(({ html }) => html) };
}

describe('a cell that can’t be encoded in the footer link', () => {
  it('skips its row and reports where to fix it', () => {
    const { losses, links, pages } = land('<a href="[x]">[geo_city]</a>', towns('/a', 'javascript:alert(1)'));
    expect(losses).toEqual([
      {
        code: 'address-scheme',
        severity: 'loss',
        file: 'rows.xlsx',
        row: 3,
        field: 'x',
        text: '"javascript:alert(1)" is used as a URL, which may only begin with http, https, mailto or tel, or be relative. Fix the cell or the footer link template.',
      },
    ]);
    expect(links).toEqual(['<a href="/a">Town 0</a>']);
    expect(pages).toHaveLength(1);
  });

  it.each([
    ['an address', '<a href="[x]">a</a>', 'data:text/html,x', 'https://a.example/', 'address-scheme'],
    ['the scheme of one', '<a href="[x]://a.example">a</a>', 'vbscript', 'http', 'address-scheme'],
    ['a script outside quotes', '<a onclick="f([x])">a</a>', 'alert(1)', '5', 'value-no-literal'],
    ['CSS outside quotes', '<a style="color:[x]">a</a>', 'red;}', 'red', 'value-no-css'],
    ['the name of an attribute', '<a [x]="1">a</a>', 'a b', 'title', 'value-no-name'],
    ['the number of a tag', '<h[x]>a</h[x]>', 'cript', '2', 'value-no-name'],
  ])('as %s costs the row, and only there', (_place, footer, bad, good, code) => {
    const { losses, links } = land(footer, towns(bad, good));
    expect(losses.map((loss) => [loss.row, loss.code, loss.field])).toEqual([[2, code, 'x']]);
    expect(links).toEqual([footer.replaceAll('[x]', good)]);
  });

  it('is reported once where page and link have it in the same kind of place', () => {
    const { losses } = land('<a href="[x]">a</a><a href="[x]">b</a>', towns('file:///etc'), '<a href="[x]">');
    expect(losses).toHaveLength(1);
    expect(losses[0]?.text).toMatch(/or the place in the seed\.$/);
  });

  it('is reported for each kind of place it does not fit', () => {
    const { losses } = land('<a href="[x]" style="color:[x]">a</a>', towns('javascript:a'));
    expect(losses.map(({ code }) => code)).toEqual(['address-scheme', 'value-no-css']);
  });

  it('counts among the skipped rows, and gives its slug free for a later one', () => {
    const rows = [HEADER, ['A', 'same', 'ftp://a'], ['B', 'same', '/b'], ['C', 'same', '/c']];
    const { layout, losses, links } = land('<a href="[x]">[geo_city]</a>', rows);
    expect([layout.pages, layout.skipped, layout.plan.formedLinks]).toEqual([1, 2, 1]);
    expect(losses.map(({ row, code }) => [row, code])).toEqual([
      [2, 'address-scheme'],
      [4, 'duplicate-slug'],
    ]);
    expect(links).toEqual(['<a href="/b">B</a>']);
  });

  it('is predicted by inspect, whose first link is that of the first imported row', () => {
    const table = readRows(towns('javascript:a', '/b'));
    const { outcome, problems } = inspect({
      seed: { file: 'seed.xml', bytes: wxrSeed(SEED) },
      table: { file: 'rows.csv', ...table },
      footer: '<a href="[x]">[geo_city]</a>',
    });
    expect(outcome).toMatchObject({
      pages: 1,
      skipped: 1,
      formedLinks: 1,
      firstLink: { html: '<a href="/b">Town 1</a>' },
    });
    expect(problems).toContainEqual(expect.objectContaining({ code: 'address-scheme', row: 2 }));
  });

  it('blocks the run if no row can have a link', () => {
    const { problems, layout } = land('<a href="[x]">a</a>', towns('ftp://a', 'ftp://b'));
    expect(layout.pages).toBe(0);
    expect(problems.filter(({ severity }) => severity === 'fault').map(({ code }) => code)).toEqual([
      'no-ready-rows',
    ]);
  });
});

describe('a cell that the footer link takes', () => {
  it('may be what a whole address must not be, as a part of one', () => {
    const { losses, links } = land('<a href="/s?q=[x]">a</a>', towns('javascript:alert(1)'));
    expect(losses).toEqual([]);
    expect(links).toEqual(['<a href="/s?q=javascript%3Aalert(1)">a</a>']);
  });

  it('may be an invalid URL if a filter makes it valid', () => {
    const { losses, links } = land('<a href="[x | slug]">a</a>', towns('javascript:alert(1)'));
    expect(losses).toEqual([]);
    expect(links).toEqual(['<a href="javascriptalert1">a</a>']);
  });

  it('skips its row if it is empty, unless a default replaces it', () => {
    const notices = (footer: string) =>
      land(footer, towns('', '/b')).problems.map(({ code, row, field }) => [code, row, field]);
    expect(notices('<a href="[x]">[geo_city]</a>')).toEqual([['required-empty', 2, 'x']]);
    expect(notices('<a href="[x | default:"/"]">[geo_city]</a>')).toEqual([]);
  });

  it('is not needed by a template without a place for it', () => {
    expect(land('<a href="[geo_url]">[geo_city]</a>', towns('javascript:a')).problems).toEqual([]);
  });
});
