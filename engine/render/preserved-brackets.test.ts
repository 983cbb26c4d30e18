/**
 * Brackets that aren’t malformed placeholders: prose, shortcodes, classes, code and conditional comments are
 * preserved and listed, while possible names of columns reject the seed.
 */
import { describe, expect, it } from 'vitest';
import { type Problem, prepareProject, readSeed } from '#engine';
import { type SeedSpec, build, readRows, wxrSeed } from '#testkit/wxr-seed.ts';

const ROWS = [
  ['geo_city', 'geo_url', 'geo_state', 'phone', 'address', 'review_count', 'dentist_name'],
  ['Waco', 'waco', 'Texas', '555-0101', '1 Elm St', '12', 'Ann Lee'],
];

function listProblems(spec: SeedSpec, rows: readonly (readonly string[])[] = ROWS): Problem[] {
  const { seed } = readSeed(wxrSeed({ title: 'In [geo_city]', ...spec }), 'seed.xml');
  if (!seed) throw new Error('no seed');
  return prepareProject({ seed, table: readRows(rows).table, key: 'k' }).problems;
}

const listFaults = (spec: SeedSpec): string[] =>
  listProblems(spec)
    .filter(({ severity }) => severity === 'fault')
    .map(({ code, text }) => `${code}: ${text}`);

/** The content of the one page, which must come out. */
function getContent(content: string): string {
  const { pages, problems } = build(wxrSeed({ title: 'In [geo_city]', content }), ROWS);
  const [page] = pages;
  if (!page) throw new Error(JSON.stringify(problems));
  return page.fields['content:encoded'] ?? '';
}

const listPreserved = (spec: SeedSpec): string =>
  listProblems(spec).find(({ code }) => code === 'brackets-untouched')?.text ?? '';

describe('bracketed prose', () => {
  it.each([
    '[PDF]',
    '[sic]',
    '[Read more]',
    '[email protected]',
    '[email&#160;protected]',
    '[citation needed]',
    '[Video]',
    '[laughs]',
    '[Edit]',
    '[Update]',
    '[Spoiler alert]',
    '[Ad]',
    '[a]',
    '[Verse 1]',
    '[Fig. 2]',
    '[his emphasis]',
    '[Georgia]',
    '[George]',
    '[Continued]',
    '[translated]',
    '[ibid]',
    '[x]',
    '[ ]',
    '[^1]',
    '[Hotels]',
    '[Bug fix]',
  ])('%s stays on the page', (written) => {
    const content = `<p>Plumbers ${written} here</p>`;
    expect(listFaults({ content })).toEqual([]);
    expect(getContent(content)).toBe(content);
  });

  it('is listed with its number and its first line', () => {
    expect(listPreserved({ content: '<p>[PDF] [sic]</p>\n<p>[PDF]</p>' })).toBe(
      'Left unchanged: [PDF] (2 times, first on line 19), [sic] (line 19).',
    );
  });
});

describe('a name that could be a column', () => {
  it.each([
    '[company]',
    '[service]',
    '[price]',
    '[Company Name]',
    '[Your City]',
    '[zip code]',
    '[Phone Number]',
    '[companyName]',
    '[First Name]',
    '[review_date]',
    '[service_area]',
    '[my_own_thing]',
    '[geo_town_hall]',
    '[geo city hall]',
    '[geotown]',
    '[adress]',
    '[comapny]',
    '[phnoe]',
    '[revew count]',
    '[dentist]',
    '[Dentist Phone]',
    '[town]',
    '[telephone]',
    '[product price]',
    '[services 2]',
  ])('%s refuses the seed', (written) => {
    expect(listFaults({ content: `<p>Plumbers ${written} here</p>` })).toEqual([
      expect.stringContaining(`placeholder-unknown: ${written} has no matching column`),
    ]);
  });

  it('refuses the seed however many bracketed words of prose are on the page', () => {
    const letters = 'bcdfghklmnpqrstvwxz';
    const prose = [...letters].flatMap((one) => [...letters].map((other) => `[${one}${other}qqqq]`));
    expect(prose.length).toBeGreaterThan(300);
    expect(listFaults({ content: `<p>${prose.join(' ')} [phnoe]</p>` })).toHaveLength(1);
  });
});

describe('a shortcode', () => {
  it.each([
    '[rev_slider home]',
    '[gravityform 1]',
    '[products]',
    '[sitemap]',
    '[year]',
    '[copyright]',
    '[divider]',
    '[wpforms 12]',
    '[layerslider 3]',
    '[product_categories]',
    '[download_history]',
    '[submit_job_form]',
    '[yith_wcwl_wishlist]',
    '[su_divider]',
    '[ninja_forms_display_form 3]',
    '[bbp-forum-index]',
    '[cmplz-revoke-link]',
    '[yoast-breadcrumb]',
    '[ultimatemember_login]',
    '[testimonials]',
    '[contact-form 1]',
    '[quote]',
  ])('%s stays, with positional attributes and without any', (written) => {
    const content = `<p>${written}</p>`;
    expect(listFaults({ content })).toEqual([]);
    expect(getContent(content)).toBe(content);
    expect(listPreserved({ content })).toContain(written);
  });

  it('doesn’t hide a misspelled column', () => {
    const rows = [
      ['geo_city', 'geo_url', 'product'],
      ['Waco', 'waco', 'Paint'],
    ];
    const faults = listProblems({ content: '[products]' }, rows).filter(
      ({ severity }) => severity === 'fault',
    );
    expect(faults).toMatchObject([{ code: 'placeholder-unknown' }]);
    // used as a shortcode it is one
    expect(listProblems({ content: '[products] [products limit="3"]' }, rows)).toMatchObject([
      { code: 'brackets-untouched' },
    ]);
  });
});

describe('a pair in the seed', () => {
  it('is a shortcode even if a column has its name, with a notice', () => {
    const content = '<p>[address]Main St[/address] in [geo_city], [phone]</p>';
    expect(getContent(content)).toBe('<p>[address]Main St[/address] in Waco, 555-0101</p>');
    expect(listProblems({ content })).toMatchObject([
      {
        code: 'shortcode-named-column',
        severity: 'notice',
        line: 19,
        text: '[address]…[/address] is a shortcode in the seed page and is left unchanged, although the sheet has a column of that name. To fill in the column instead, remove [/address].',
      },
      { code: 'brackets-untouched' },
    ]);
  });

  it.each([
    ['around blocks', '<!-- wp:shortcode -->[address]<!-- /wp:shortcode --><p>x</p>[/address]'],
    ['with another case', '<p>[Address]x[/address]</p>'],
    ['of BBCode', '<p>[phone]5[/phone]</p>'],
  ])('stays %s', (_where, content) => {
    expect(getContent(content)).toBe(content);
  });

  it('stays in a meta, while the content fills the column', () => {
    const { pages } = build(
      wxrSeed({ title: '[address]', content: '<p>[address]</p>', metas: [['note', '[address]x[/address]']] }),
      ROWS,
    );
    expect(pages[0]?.fields['content:encoded']).toBe('<p>1 Elm St</p>');
    expect(pages[0]?.metas).toContainEqual(['note', '[address]x[/address]']);
  });

  it('isn’t a shortcode if only its end exists: the column is filled', () => {
    expect(getContent('<p>[phone]</p>')).toBe('<p>555-0101</p>');
  });
});

describe('a bracket that is attached to a class', () => {
  it.each([
    '<p class="align-[initial]">x</p>',
    '<p class="bg-[red] w-[32px] group-[.is-open]:x">x</p>',
    '<p class="grid-cols-[auto_1fr] text-[price] peer-[.is-dirty]:block">x</p>',
    '<p class="data-[open]:x aria-[current_page]:y">x</p>',
    '<!-- wp:group {"className":"bg-[my_red] h-[price]"} /-->',
    '[vc_row el_class="bg-[my_red]"][/vc_row]',
    "[vc_row class='grid-[auto_1fr]'][/vc_row]",
    '<script>el.className = "bg-[my_red]"</script>',
    '<script type="application/json">{"classes":"p-[my_gap]"}</script>',
  ])('stays: %s', (content) => {
    expect(listFaults({ content })).toEqual([]);
    expect(getContent(content)).toBe(content);
  });

  it('stays in the settings of a builder', () => {
    const data = JSON.stringify([{ settings: { _css_classes: 'bg-[my_red]', title: '[geo_city]' } }]);
    expect(listFaults({ metas: [['_elementor_data', data]] })).toEqual([]);
  });

  it('is filled if a column has its name, and refused if it is a misspelled column or a whole class', () => {
    expect(getContent('<p class="in-[geo_city]">x</p>')).toBe('<p class="in-Waco">x</p>');
    expect(listFaults({ content: '<p class="in-[geo_ctiy]">x</p>' })).toHaveLength(1);
    expect(listFaults({ content: '<p class="in-[phnoe]">x</p>' })).toHaveLength(1);
    expect(listFaults({ content: '<p class="a [company] b">x</p>' })).toHaveLength(1);
  });
});

describe('a conditional comment', () => {
  it.each([
    '<p><!--[if !supportLists]--><span>1.</span><!--[endif]-->x</p>',
    '<!--[if gte mso 9]><xml><o:p/></xml><![endif]-->',
    '<![if !mso]><p>x</p><![endif]>',
    '<!--[if !IE]><!--><p>x</p><!--<![endif]-->',
    '<!--[if mso | IE]><table><![endif]-->',
    '<p>&lt;!--[if gte mso 9]&gt;&lt;xml&gt;&lt;![endif]--&gt;</p>',
    '<!-- wp:html --><!--[if !vml]--><b>x</b><!--[endif]--><!-- /wp:html -->',
  ])('stays: %s', (content) => {
    expect(listFaults({ content })).toEqual([]);
    expect(getContent(content)).toBe(content);
  });

  it('stays in the strings of a builder and in a summary', () => {
    const comment = '<!--[if !supportLists]--><b>x</b><!--[endif]-->';
    const data = JSON.stringify([{ settings: { editor: `<p>${comment}[geo_city]</p>` } }]);
    expect(listFaults({ excerpt: comment, metas: [['_elementor_data', data]] })).toEqual([]);
  });
});

describe('brackets of code and of markup languages', () => {
  it.each([
    '<pre>$row[price] = array[my_key]; [A-Za-z0-9_]+</pre>',
    '<code>/[a-z_]+/ [my_option]</code>',
    '<p>Match [A-Za-z0-9_-] or [0-9_].</p>',
    '<p>Steps: [x] done, [ ] open, note[^1]</p>',
    '<p>\\[x\\] and \\[ E = mc^2 \\]</p>',
    '<div v-bind:[my_key]="a" @[my_event]="b" x-bind:[my_attr]="c" :[company]="d">x</div>',
    '<script>var a = row[price] + list[my_key]; var t = `${a[i]}`;</script>',
    '<style>input[my_type] { color: red }</style>',
    '<input name="f[company]" id="f[company]"><label for="f[company]">x</label>',
    '<p>[b]bold[/b] [quote]x[/quote] [url]http://x.example[/url]</p>',
  ])('stay: %s', (content) => {
    expect(listFaults({ content })).toEqual([]);
    expect(getContent(content)).toBe(content);
  });

  it('still refuse a misspelled column', () => {
    for (const content of ['<code>[geo_ctiy]</code>', '<pre>[phnoe]</pre>'])
      expect(listFaults({ content })).toHaveLength(1);
  });
});
