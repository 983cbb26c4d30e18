/** A row whose title, address or link text lacks a value is skipped, on every platform; a fallback saves it. */
import { describe, expect, it } from 'vitest';
import type { PlatformId, Problem } from '#engine';
import { buildFormat } from '#testkit/format-build.ts';
import { build, wxrSeed, wxrText } from '#testkit/wxr-seed.ts';

const HEADER = ['geo_city', 'geo_state', 'geo_url', 'phone'];
const ROWS = [
  HEADER,
  ['Waco', 'Texas', 'waco', '1'],
  ['Hico', '', 'hico', '2'],
  ['Mesa', ' \u00a0', 'mesa', ''],
];
const losses = (problems: readonly Problem[]) =>
  problems.filter(({ severity }) => severity === 'loss').map(({ code, row, field }) => [code, row, field]);
const LOST = [
  ['required-empty', 3, 'geo_state'],
  ['required-empty', 4, 'geo_state'],
];

const UUID = '0f0c2f0e-4b7a-4d0c-9a53-1f0b7c6f2d10';
const SEEDS: Record<PlatformId, (title: string) => string> = {
  wordpress: (title) => wxrText({ title, slug: 'geo_url', content: '[phone]' }),
  hubspot: (title) => wxrText({ type: 'post', title, slug: 'geo_url', content: '[phone]' }),
  drupal: (title) =>
    `<root><item><guid>1</guid><title>${title}</title><path>/[geo_url]</path><body>[phone]</body></item></root>`,
  webflow: (title) => `Name,Slug,Item ID,Body\n"${title.replaceAll('"', '""')}",[geo_url],${UUID},[phone]\n`,
  wix: (title) => `Title,Slug,ID,body\n"${title.replaceAll('"', '""')}",[geo_url],${UUID},[phone]\n`,
};

describe.each(Object.entries(SEEDS))('an empty placeholder in the title, on %s', (format, seedOf) => {
  const buildWith = (title: string) => buildFormat(seedOf(title), ROWS, { format: format as PlatformId });

  it('skips only its row', () => {
    const built = buildWith('Plumber in [geo_city], [geo_state]');
    expect(losses(built.problems)).toEqual(LOST);
    expect(built.skipped).toBe(2);
  });

  it('skips nothing if it has a fallback', () => {
    const built = buildWith('Plumber in [geo_city], [geo_state | default:"USA"]');
    expect(losses(built.problems)).toEqual([]);
  });

  it('skips nothing if the title doesn’t need it', () => {
    const built = buildWith('Plumber in [geo_city]');
    expect(losses(built.problems)).toEqual([]);
    expect(built.skipped).toBe(0);
  });
});

describe('an empty placeholder', () => {
  const listProblems = (title: string, slug: string, footer = '<a href="[page_url]">Town</a>') =>
    losses(build(wxrSeed({ title, slug, content: '[phone]' }), ROWS, { footer }).problems);

  it('in the address skips its row', () => {
    expect(listProblems('Plumber', 'plumber-geo_city-geo_state')).toEqual(LOST);
  });

  it('skips its row in the link text and address, but not in another attribute of the link', () => {
    expect(listProblems('Plumber', 'geo_url', '<a href="[page_url]">[geo_city] [geo_state]</a>')).toEqual(
      LOST,
    );
    expect(listProblems('Plumber', 'geo_url', '<a title="[geo_state]" href="[page_url]">x</a>')).toEqual([]);
    for (const href of ['/in/[geo_state]/', '[geo_state]', 'https://x.example/?in=[geo_state]'])
      expect(listProblems('Plumber', 'geo_url', `<a href="${href}">x</a>`)).toEqual(LOST);
    expect(listProblems('Plumber', 'geo_url', '<a href="tel:[phone]">x</a>')).toEqual([
      ['required-empty', 4, 'phone'],
    ]);
  });

  it('skips its row if a filter leaves it empty, too', () => {
    expect(listProblems('Plumber [geo_city | digits]', 'geo_url')).toHaveLength(3);
  });

  it('skips nothing if the seed itself allows it to be empty', () => {
    expect(listProblems('[phone | default:""]', 'geo_url')).toEqual([]);
  });

  it('that was chosen to be empty skips rows only if the whole text would be empty', () => {
    const chosen = (title: string, slug: string, text: string) =>
      losses(
        build(wxrSeed({ title, slug, content: '[phone]' }), ROWS, { columns: { extra: { text } } }).problems,
      );
    expect(chosen('Plumber [extra]', '[geo_url]-[extra]', '')).toEqual([]);
    expect(chosen('[extra]', 'geo_url', '')).toHaveLength(3);
    expect(chosen('[extra]', 'geo_url', 'x')).toEqual([]);
    // the link text, of a chosen text and a cell that may be empty
    const columns = { extra: { text: '' } };
    const footer = '<li><a href="[page_url]">[extra] [phone | default:""]</a></li>';
    const linked = (text: string) =>
      losses(build(wxrSeed({ slug: 'geo_url' }), ROWS, { columns, footer: text }).problems);
    expect(linked(footer)).toEqual([['required-empty', 4, undefined]]);
    expect(linked(footer.replace('</a>', ' now</a>'))).toEqual([]);
    expect(chosen('Plumber', 'plumber-[extra]', '')).toEqual([
      ['slug-empty', 2, undefined],
      ['slug-empty', 3, undefined],
      ['slug-empty', 4, undefined],
    ]);
  });

  it('in the content skips nothing', () => {
    expect(listProblems('Plumber in [geo_city]', 'geo_url')).toEqual([]);
  });

  it('is reported once a column, with what to do', () => {
    const { problems } = build(wxrSeed({ title: '[geo_state]', slug: 'x-geo_state-geo_city' }), ROWS);
    const [first, ...others] = problems.filter(({ code }) => code === 'required-empty');
    expect(others).toHaveLength(1);
    expect(first?.text).toBe(
      'The title needs geo_state, which is empty in this row. Fill it in, or give it a fallback: [geo_state | default:"…"].',
    );
  });

  it('is named as the seed writes it in the advice, and as the sheet does elsewhere', () => {
    const rows = [
      ['City', 'geo_url', 'Phone', 'Intro'],
      ['Waco', 'waco', '', 'Hi'],
      ['Hico', 'hico', '1', ''],
    ];
    const { problems } = build(wxrSeed({ title: '[phone]', slug: 'geo_url', content: '[intro]' }), rows);
    expect(problems.map(({ text }) => text)).toEqual([
      'The title needs Phone, which is empty in this row. Fill it in, or give it a fallback: [phone | default:"…"].',
      'Intro is empty, so nothing is shown here. Add a fallback: [intro | default:"…"].',
    ]);
  });

  it('is reported together with a missing URL', () => {
    const rows = [
      ['City', 'geo_url', 'Phone'],
      ['', '', '1'],
      ['Waco', 'waco', '2'],
    ];
    const { problems, pages } = build(wxrSeed({ title: '[City]', slug: 'geo_url' }), rows);
    expect(losses(problems)).toEqual([
      ['required-empty', 2, 'City'],
      ['slug-empty', 2, 'geo_url'],
    ]);
    expect(pages).toHaveLength(1);
  });
});
