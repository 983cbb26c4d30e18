/**
 * Placeholders as users type them into an editor: long, over two lines, not closed, with bold
 * type inside. Each is filled or rejected with its place; none may appear on every page unreported.
 */
import { describe, expect, it } from 'vitest';
import type { Problem } from '#engine';
import { type SeedSpec, wxrSeed } from '#testkit/wxr-seed.ts';
import {
  fillContent,
  fillMeta,
  createInspection,
  findProblem,
  seedProblems,
} from '../platforms/shared/seed-fixture.ts';

const COLUMNS = ['geo_city', 'geo_url', 'note', 'lat'];
const ROW = { geo_city: 'Waco', note: 'Hi', lat: '31' };

const listProblems = (spec: SeedSpec): Problem[] => seedProblems(wxrSeed(spec), COLUMNS);
const paragraph = (written: string, row: Record<string, string> = ROW) =>
  fillContent(`<p>${written}</p>`, row).slice('<p>'.length, -'</p>'.length);

/** Line and column of the text after the mark `^`, and the content without the mark. */
function marked(content: string): { content: string; place: { line: number; column: number } } {
  const text = new TextDecoder().decode(wxrSeed({ content }));
  const before = text.slice(0, text.indexOf('^')).split('\n');
  return {
    content: content.replace('^', ''),
    place: { line: before.length, column: (before.at(-1) ?? '').length + 1 },
  };
}

describe('a default text', () => {
  it.each([1, 299, 300, 301, 9000])('may be as long as a paragraph: %i characters', (length) => {
    const text = 'x'.repeat(length);
    expect(paragraph(`[note | default:"${text}"]`, { note: '' })).toBe(text);
    expect(fillMeta(`[note | default:"${text}" | upper]`, { note: '' })).toBe(text.toUpperCase());
  });

  it('is plain text beyond ten thousand characters', () => {
    const written = `[note | default:"${'x'.repeat(10_000)}"]`;
    expect(paragraph(`${written} [lat]`)).toBe(`${written} 31`);
  });

  it('may have several lines', () => {
    expect(paragraph('[note | default:"one\ntwo"]', { note: '' })).toBe('one\ntwo');
  });
});

describe('a placeholder on two lines', () => {
  it.each([
    ['[geo\ncity]', 'Waco'],
    ['[ geo_city\n]', 'Waco'],
    ['[\r\n\tgeo city\r\n]', 'Waco'],
    ['[geo_city |\n upper]', 'WACO'],
    ['[geo_city\n| upper\n| slug]', 'waco'],
  ])('%j is filled like one on a single line', (written, expected) => {
    expect(paragraph(written)).toBe(expected);
  });

  it('is rejected if it is misspelled, like one on a single line', () => {
    const problem = findProblem(
      listProblems({ content: '<p>[geo\nctiy] [geo_city]</p>' }),
      'placeholder-unknown',
    );
    expect(problem.severity).toBe('fault');
    expect(problem.text).toContain('Did you mean [geo_city]?');
  });

  it('isn’t a list of a program: such brackets are neither filled nor reported', () => {
    const script = '<script>var a = [\n  map,\n  "x"\n];\nvar b = [\n  lte\n];</script>';
    expect(fillContent(`${script}[geo_city]`, ROW)).toBe(`${script}Waco`);
    const { seed, problems } = createInspection({ content: `${script}[geo_city]` }, ROW);
    expect(seed?.untouched).toEqual([]);
    expect(problems).toEqual([]);
  });
});

describe('an unclosed placeholder', () => {
  it.each([
    ['at the end of the content', '[geo_city] in ^[geo_city'],
    ['at the end of a paragraph', '<p>[geo_city]</p><p>in ^[geo_city</p>'],
    ['before another one', '<p>in ^[geo_city, [geo_city]</p>'],
    ['before a shortcode', '<p>in ^[geo city and so on [gallery ids="1"]</p>[geo_city]'],
    ['in an attribute', '<a href="/[geo_url]" title="^[geo_city">x</a>'],
    ['in an address', '<a href="/^[geo_url">[geo_city]</a>'],
    ['within a filter', '<p>[geo_city] ^[note | upper</p>'],
    ['before a bracket in a default', '<p>[geo_city] ^[note | default:"a [b] c"]</p>'],
    ['with a name and a filter', '<p>^[geo_city | title, [geo_city]</p>'],
  ])('is rejected %s, with its place', (_where, written) => {
    const { content, place } = marked(written);
    const problem = findProblem(listProblems({ content }), 'placeholder-unclosed');
    expect(problem).toMatchObject({ severity: 'fault', file: 'seed.xml', field: 'content', ...place });
    expect(problem.text).toMatch(
      /^\[(?:geo|note).*the bracket isn’t closed.*Write \[(?:geo.city|geo_url|note)\]/s,
    );
  });

  it.each([
    ['title', { title: 'Plumber in [geo_city' }],
    ['excerpt', { excerpt: 'Plumber in [geo_city' }],
    ['meta field', { metas: [['field', 'Plumber in [geo_city']] }],
    ['meta field', { metas: [['field', '{"a":["[geo_city"]}']] }],
    ['meta field', { metas: [['field', 'a:1:{i:0;s:9:"[geo_city";}']] }],
  ] satisfies [string, SeedSpec][])('is rejected in the %s of %j', (field, spec) => {
    expect(findProblem(listProblems({ content: '[lat]', ...spec }), 'placeholder-unclosed')).toMatchObject({
      severity: 'fault',
      field,
    });
  });

  it('is a fault of the seed in an inspection, not a placeholder to map', () => {
    const { seed, problems } = createInspection({
      title: 'x',
      slug: 'x',
      content: '<p>[geo_city</p>\n<p>[geo_city]</p>\n<p>[geo_city</p>',
    });
    expect(seed?.placeholders.map(({ text }) => text)).toEqual(['[geo_city]', '[geo_url]']);
    expect(problems.filter(({ severity }) => severity === 'fault')).toMatchObject([
      { code: 'placeholder-unclosed', line: 19, field: 'content' },
    ]);
    expect(seed?.fixes).toBeUndefined();
  });

  it('is truncated in the problem if it is long', () => {
    const { text } = findProblem(
      listProblems({ content: `<p>[geo_city] [note | default:"${'😀'.repeat(500)}</p>` }),
      'placeholder-unclosed',
    );
    expect(text.length).toBeLessThan(250);
    expect(text.isWellFormed()).toBe(true);
  });

  it.each([
    ['a name without a column', '<p>[geo_mashup, [gallery]</p>'],
    ['a word that is a column, but not called as ours are', '<p>[note, [gallery]</p>'],
    ['a bar without a filter', '<p>[note | see [gallery]</p>'],
    ['the escape of a shortcode', '<p>[[geo_city]]</p>'],
    ['code of a script', '<script>var a = [geo_city, "x"], b = [lat | [1]];</script>'],
    ['a selector', '<style>a[geo_city, b{}</style>'],
    ['a comment', '<!-- [geo_city -->'],
  ])('isn’t detected in %s', (_what, content) => {
    const codes = listProblems({ content: `${content}[geo_city]` }).map(({ code }) => code);
    expect(codes).not.toContain('placeholder-unclosed');
    expect(fillContent(`${content}[geo_city]`, ROW)).toBe(`${content}Waco`);
  });
});

describe('a placeholder with markup in its brackets', () => {
  it.each([
    ['around the name', '^[<b>geo_city</b>]'],
    ['around a part of the name', '^[geo_<em>city</em>]'],
    ['that ends in it', '<b>in ^[geo_city</b>]'],
    ['that begins in it', '^[<b>geo_city]</b>'],
    ['of several tags', '^[<span style="color: red"><b>Geo City</b></span>]'],
    ['around a filter', '^[geo_city | <i>upper</i>]'],
    ['of a line break', '^[geo<br />city]'],
  ])('%s is rejected, with its place', (_how, written) => {
    const { content, place } = marked(`<p>[geo_city]</p>\n<p>${written}</p>`);
    const problems = listProblems({ content });
    const problem = findProblem(problems, 'placeholder-torn');
    expect(problem).toMatchObject({ severity: 'fault', file: 'seed.xml', field: 'content', ...place });
    expect(problem.text).toMatch(/remove the formatting/);
    expect(problems.map(({ code }) => code)).not.toContain('placeholder-unclosed');
  });

  it('is rejected with any name', () => {
    const problem = findProblem(
      listProblems({ content: '<p>[<b>note</b>] [geo_city]</p>' }),
      'placeholder-torn',
    );
    expect(problem).toMatchObject({ severity: 'fault', field: 'content' });
  });

  it.each(['geo_city', 'note'])('is refused if it is the text of a link: %s', (name) => {
    const problems = listProblems({ content: `<p>[<a href="#n1">${name}</a>] [note] [geo_city]</p>` });
    expect(findProblem(problems, 'placeholder-torn').severity).toBe('fault');
  });

  it('is left unchanged in a link whose text is a number', () => {
    const content = '<p>[geo_city] [<a href="#n1">1</a>]</p>';
    expect(fillContent(content, ROW)).toBe('<p>Waco [<a href="#n1">1</a>]</p>');
  });

  it.each([
    ['the text of a filter', '[note | default:"<b>x</b>"]'],
    ['the attribute of a shortcode', '[geo_mashup title="<b>geo_city</b>"]'],
    ['a name without a column', '[<b>geo_town_hall</b>]'],
    ['more text than a name', '[<b>see</b> geo_city]'],
  ])('isn’t detected in %s', (_what, content) => {
    const codes = listProblems({ content: `${content}[geo_city]` }).map(({ code }) => code);
    expect(codes).not.toContain('placeholder-torn');
  });

  it('is detected in the markup of a builder', () => {
    const data = JSON.stringify([{ settings: { editor: '<p>[<b>geo_city</b>] [lat]</p>' } }]);
    expect(findProblem(listProblems({ metas: [['_elementor_data', data]] }), 'placeholder-torn').field).toBe(
      'meta _elementor_data',
    );
  });
});
