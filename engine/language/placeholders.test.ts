import { describe, expect, it } from 'vitest';
import { wxrSeed } from '#testkit/wxr-seed.ts';
import {
  fillContent,
  fillMeta,
  fillPage,
  createInspection,
  findProblem,
  seedProblems,
} from '../platforms/shared/seed-fixture.ts';

const ROW = {
  geo_city: "O'Fallon",
  phone: '(296) 555-5991',
  note: '',
  Größe: 'groß',
  'Street Name': 'Elm St',
};

function paragraph(text: string): string {
  return fillContent(`<p>${text}</p>`, ROW).slice(3, -4);
}

describe('names', () => {
  it.each([
    '[geo_city]',
    '[Geo City]',
    '[GEO-CITY]',
    '[ geo_city ]',
    '[geocity]',
    '[geo  city]',
    '[geo\u00a0city]',
    '[geo&nbsp;city]',
    '[geo&#160;city]',
    '&#91;geo_city&#93;',
    '&#091;geo_city]',
    '&lbrack;geo_city&rbrack;',
    '[&#8202;geo_city]',
  ])('fills %s', (written) => {
    expect(paragraph(`in ${written}!`)).toBe("in O'Fallon!");
  });

  it('fills names with letters of other languages and with spaces', () => {
    expect(paragraph('[größe] [Größe] [street_name] [StreetName]')).toBe('groß groß Elm St Elm St');
  });

  it.each<[string, string]>([
    ['Price ($)', '[Price ($)]'],
    ['State/Province', '[state / province]'],
    ['Zip, Postal', '[Zip, Postal | upper]'],
    ['R&D', '[R&amp;D]'],
    ['Phone #1', '[Phone #1]'],
    ['Owner’s "name"', '[Owner’s "name"]'],
    ['24h service', '[24h service]'],
    ['geo_city_2', '[geo_city\u200b_2]'],
  ])('fills a column called %j by %s', (column, written) => {
    expect(fillContent(`<p title='${written}'>${written}</p>`, { [column]: 'x1' }).toLowerCase()).toBe(
      "<p title='x1'>x1</p>",
    );
  });

  it.each(['[geo_mashup_map height="200"]', '[geo_cities, x]', '[lng + 1]', '[revieww_count="2"]'])(
    'leaves %s to other software, because it isn’t a plain name',
    (written) => {
      const seed = wxrSeed({ content: `<p>${written}</p>` });
      const codes = seedProblems(seed, ['geo_city', 'geo_url', 'lng', 'review_count']).map(
        ({ code }) => code,
      );
      expect(codes).toEqual(['brackets-untouched']);
    },
  );

  it('fills placeholders next to each other and to other text', () => {
    expect(paragraph('x[geo_city][phone]y')).toBe("xO'Fallon(296) 555-5991y");
  });

  it.each([
    '[gallery ids="1,2"]',
    '[gallery]',
    '[img src="a.jpg"]',
    '[contact-form-7 id="12" title="Contact"]',
    '[[geo_city]]',
    '[1]',
    '[]',
    '[ ]',
    '[/geo_city]',
    'geo_city]',
    '[map',
  ])('leaves %j unchanged', (written) => {
    expect(paragraph(`a ${written} b`)).toBe(`a ${written} b`);
  });

  it('leaves [gallery], [img …] and a[0] unchanged despite columns lat and lng, and lists them', () => {
    const content = '<p>[gallery] [img src="a.jpg"] [[geo_city]]</p><script>var b = a[0] + a[i];</script>';
    const row = { lat: '1', lng: '2' };
    expect(fillContent(content, row)).toBe(content);
    const { seed, problems } = createInspection({ content }, row);
    expect(seed?.untouched).toEqual([
      { text: '[gallery]', count: 1, line: 19 },
      { text: '[img src="a.jpg"]', count: 1, line: 19 },
      { text: '[[geo_city]]', count: 1 },
      { text: '[i]', count: 1, line: 19 },
    ]);
    expect(findProblem(problems, 'brackets-untouched').text).toMatch(/Left unchanged.*\[gallery\]/);
  });

  it('distinguishes a whole CDATA section from the escape of a shortcode', () => {
    expect(fillPage({ title: '[geo_city]' }).fields['title']).toBe('Austin');
    expect(fillPage({ title: '[[geo_city]] [geo_city]' }).fields['title']).toBe('[[geo_city]] Austin');
  });
});

describe('filters', () => {
  it.each([
    ['[geo_city | upper]', "O'FALLON"],
    ['[geo_city|lower]', "o'fallon"],
    ['[geo_city | slug | upper]', 'OFALLON'],
    ['[geo_city\u00a0|\u00a0upper]', "O'FALLON"],
    ['[geo_city&nbsp;|&nbsp;upper]', "O'FALLON"],
    ['[Geo City | UPPER]', "O'FALLON"],
    ['[phone | digits]', '2965555991'],
    ['[phone|tel]', '2965555991'],
    ['[note | default:"your town"]', 'your town'],
    ["[note | default:'your town']", 'your town'],
    ['[note | default:\u201cyour town\u201d]', 'your town'],
    ['[note | default:\u201eyour town\u201c]', 'your town'],
    ['[note | default:«your town»]', 'your town'],
    ['[note | default:&#8220;your town&#8221;]', 'your town'],
    ['[note | default:&ldquo;your town&rdquo;]', 'your town'],
    ['[note | default:&quot;your town&quot;]', 'your town'],
    ['[note | default:your town]', 'your town'],
    ['[note | default:"a | b" | upper]', 'A | B'],
    ["[note | default:O'Hara | upper]", "O'HARA"],
    ['[note|default:""]', ''],
    ['[note | default:"<b>bold</b> & x"]', '&lt;b&gt;bold&lt;/b&gt; &amp; x'],
    ['[geo_city | default:"unused"]', "O'Fallon"],
  ])('%s becomes %s', (written, expected) => {
    expect(paragraph(written)).toBe(expected);
  });

  it.each([
    ['[geo_city | uper]', 'uper'],
    ['[geo_city | upper: | nope]', 'nope'],
    ['[geo_city |]', ''],
  ])('rejects %s and lists the filters', (written, named) => {
    const problem = findProblem(seedProblems(wxrSeed({ content: `<p>${written}</p>` })), 'filter-unknown');
    expect(problem).toMatchObject({ severity: 'fault', field: 'content' });
    expect(problem.text).toContain(`unknown filter "${named}"`);
    expect(problem.text).toContain('upper, lower, title, slug, digits, tel');
  });

  it.each([
    ['[geo_city | default:"open]', 'default:"open'],
    ['[geo_city | default:"a" b]', 'default:"a" b'],
    ['[geo_city | upper | default:"a", "b"]', 'default:"a", "b"'],
  ])('rejects %s and shows how to write the filter', (written, named) => {
    const problem = findProblem(seedProblems(wxrSeed({ content: `<p>${written}</p>` })), 'filter-unknown');
    expect(problem).toMatchObject({ severity: 'fault', field: 'content' });
    expect(problem.text).toBe(
      `${written}: the filter "${named}" isn’t written correctly. Write default:"your town".`,
    );
  });

  it('reads quotes that JSON or a builder wrote as escapes', () => {
    const json = '{"a":"[note | default:\\u201cyour town\\u201d]","b":"[geo\\u00a0city]"}';
    expect(JSON.parse(fillMeta(json, ROW))).toEqual({ a: 'your town', b: "O'Fallon" });
  });
});

describe('misspelled names', () => {
  const problems = (content: string, columns = ['geo_city', 'geo_url', 'review_count', 'lat']) =>
    seedProblems(wxrSeed({ content }), columns);

  it('rejects one that begins with geo_, naming the nearest column and the place', () => {
    const content = '<p>Hello</p>\n<p>In [geo_ctiy]</p>';
    const problem = findProblem(problems(content), 'placeholder-unknown');
    const text = new TextDecoder().decode(wxrSeed({ content }));
    const line = text.split('\n').findIndex((each) => each.includes('ctiy')) + 1;
    expect(problem).toMatchObject({ severity: 'fault', file: 'seed.xml', line, column: 7, field: 'content' });
    expect(problem.text).toBe(
      '[geo_ctiy] has no matching column in the sheet. Did you mean [geo_city]? Match it with a column (on the command line: --match "geo_ctiy=COLUMN"), fix the name in the seed page, or keep it as it is (on the command line: --keep geo_ctiy).',
    );
  });

  it.each(['[reveiw_count]', '[review_cuont]', '[Review Coun]', '[geo_population]', '[geo-citys | upper]'])(
    'rejects %s',
    (written) => {
      expect(findProblem(problems(`<p>${written}</p>`), 'placeholder-unknown').severity).toBe('fault');
    },
  );

  it('also rejects a short name, and names a column only if one is near', () => {
    const near = findProblem(problems('<p>[let]</p>'), 'placeholder-unknown');
    expect(near.severity).toBe('fault');
    expect(near.text).toContain('Did you mean [lat]?');
    expect(findProblem(problems('<p>[fax]</p>'), 'placeholder-unknown').text).not.toContain('Did you mean');
  });

  it('reports each misspelled name once, however often it occurs, and all names at once', () => {
    const found = problems('<p>[geo_ctiy] [geo_ctiy] [geo_uurl]</p>');
    expect(
      found.filter(({ code }) => code === 'placeholder-unknown').map(({ text }) => text.slice(0, 10)),
    ).toEqual(['[geo_ctiy]', '[geo_uurl]']);
  });

  it('doesn’t report the escape of a misspelled name', () => {
    expect(problems('<p>[[geo_ctiy]]</p>').map(({ code }) => code)).toEqual(['brackets-untouched']);
  });
});

describe('placeholders that cross the boundaries of CDATA', () => {
  const filled = (raw: string) =>
    fillPage({ content: null, extra: `<content:encoded>${raw}</content:encoded>` }, { geo_city: 'A&B]]>' })
      .fields['content:encoded'];

  it.each([
    ['<![CDATA[a [geo_]]>city] b', 'a A&amp;B]]&gt; b'],
    ['a [geo_<![CDATA[city] b]]>', 'a A&amp;B]]&gt; b'],
    ['<![CDATA[a [geo_]]><![CDATA[city] b]]>', 'a A&amp;B]]&gt; b'],
    ['a [geo_<!-- x -->city] b', 'a A&amp;B]]&gt; b'],
    ['a &#91;geo_city&#x5D; b', 'a A&amp;B]]&gt; b'],
    ['<![CDATA[[geo_city]]]>', 'A&amp;B]]&gt;'],
    ['<![CDATA[[geo_city]]]]><![CDATA[>]]>', 'A&amp;B]]&gt;]>'],
    ['[geo_city]', 'A&amp;B]]&gt;'],
  ])('fills %s', (raw, expected) => {
    expect(filled(raw)).toBe(expected);
  });
});
