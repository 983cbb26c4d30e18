/** Templates, forms and blocks that a page names are included; notices list what isn't. */
import { describe, expect, it } from 'vitest';
import { auditFiles, listFaultTexts } from '#testkit/audit-files.ts';
import { buildFormat } from '#testkit/format-build.ts';
import { readPages } from '#testkit/wxr-pages.ts';
import { type ItemSpec, type SeedSpec, build, wxrSeed, wxrText } from '#testkit/wxr-seed.ts';

const ROWS = [
  ['geo_city', 'geo_url', 'phone'],
  ['Waco', 'waco', '5125550134'],
  ['Salem', 'salem', '5035550134'],
];

const part = (type: string, spec: ItemSpec = {}): ItemSpec => ({
  id: 77,
  type,
  title: 'Call to action',
  slug: 'call-to-action',
  content: '<p>Call us</p>',
  date: '2024-02-03 04:05:06',
  ...spec,
});

/** Included records and the notices; the output must import. */
function carry(spec: SeedSpec, split: { bytes: number; pages: number } | null = null) {
  const built = build(wxrSeed(spec), ROWS, { split, site: 'https://new.example' });
  expect(listFaultTexts(auditFiles(built.files, built.layout))).toEqual([]);
  const { firstId } = built.layout.plan.project;
  const records = built.files.map(({ bytes }) =>
    readPages(bytes).filter(({ fields }) => Number(fields['wp:post_id']) < firstId),
  );
  const ids = records.map((found) => found.map(({ fields }) => Number(fields['wp:post_id'])));
  return { ...built, firstId, records: records.flat(), ids };
}

const readText = ({ problems }: Pick<ReturnType<typeof carry>, 'problems'>, code: string) =>
  problems.filter((problem) => problem.code === code).map(({ text }) => text);

describe('a record that the page uses is included', () => {
  const elementor = JSON.stringify([
    { id: 'a1', elType: 'widget', settings: { template_id: '77' }, widgetType: 'template' },
  ]);
  it.each<[string, string, SeedSpec]>([
    ['a synced pattern', 'wp_block', { content: '<!-- wp:block {"ref":77} /-->' }],
    ['a menu of blocks', 'wp_navigation', { content: '<!-- wp:navigation {"overlay":1,"ref":77} /-->' }],
    ['a global module', 'et_pb_layout', { content: '[et_pb_section global_module="77"][/et_pb_section]' }],
    ['a template by its shortcode', 'elementor_library', { content: '[elementor-template id="77"]' }],
    ['a shortcode without quotes', 'elementor_library', { content: '[elementor-template id=77]' }],
    ['a template of a widget', 'elementor_library', { metas: [['_elementor_data', elementor]] }],
    [
      'JSON in JSON',
      'elementor_library',
      { metas: [['data', JSON.stringify({ a: JSON.stringify({ template_id: '77' }) })]] },
    ],
    ['a contact form', 'wpcf7_contact_form', { content: '[contact-form-7 id="77" title="Contact"]' }],
    ['a form', 'wpforms', { content: '[wpforms id="77"]' }],
    ['a form of a block', 'wpforms', { content: '<!-- wp:wpforms/form-selector {"formId":"77"} /-->' }],
    ['typographic quotes', 'wpforms', { content: '[wpforms id=&#8221;77&#8243;]' }],
    [
      'a saved row',
      'fl-builder-template',
      { metas: [['_fl_builder_data', 'a:1:{s:11:"template_id";i:77;}']] },
    ],
    ['a template in PHP', 'bricks_template', { metas: [['m', 'a:1:{s:10:"templateId";s:2:"77";}']] }],
    ['a block of a theme', 'uncodeblock', { content: '[uncode_block id="77"]' }],
    ['a layout of the page', 'kadence_element', { metas: [['_my_header', '77']] }],
    ['escaped markup', 'wp_block', { content: '<!-- wp:block {"ref":77} /-->', style: 'escaped' }],
  ])('%s', (_how, type, spec) => {
    const found = carry({ ...spec, content: `${spec.content ?? ''}<p>[geo_city]</p>`, behind: [part(type)] });
    expect(found.ids).toEqual([[77]]);
    expect(found.firstId).toBeGreaterThan(77);
    expect(readText(found, 'parts-along')).toEqual([
      expect.stringContaining(`"Call to action" (${type}, id 77)`),
    ]);
    expect(readText(found, 'records-skipped')).toEqual([]);
  });

  it('by its hash, as in newer forms and saved rows', () => {
    const form = part('wpcf7_contact_form', { metas: [['_hash', '3f2a1b7c9d0e']] });
    expect(carry({ content: '[contact-form-7 id="3f2a1b7" title="x"]', behind: [form] }).ids).toEqual([[77]]);
    const row = part('fl-builder-template', { metas: [['_fl_builder_template_id', '5f1e2d3c4b5a6']] });
    const metas = [['_fl_builder_data', 'a:1:{s:11:"template_id";s:13:"5f1e2d3c4b5a6";}']] as const;
    expect(carry({ metas, behind: [row] }).ids).toEqual([[77]]);
  });

  it('by its slug, as with templates', () => {
    const content = '<!-- wp:template-part {"slug":"call-to-action"} /-->';
    expect(carry({ content, behind: [part('wp_template_part')] }).ids).toEqual([[77]]);
    const metas = [['_wp_page_template', 'call-to-action']] as const;
    expect(carry({ metas, behind: [part('wp_template')] }).ids).toEqual([[77]]);
  });

  it('with the records and media that it uses itself, only in the first part', () => {
    const block = part('wp_block', { content: '<!-- wp:block {"ref":78} /-->' });
    const inner = part('wp_block', {
      id: 78,
      title: 'Inner',
      slug: 'inner',
      content: '<img class="wp-image-79">',
    });
    const picture = part('attachment', {
      id: 79,
      title: 'Van',
      slug: 'van',
      status: 'inherit',
      content: '',
      extra: '<wp:attachment_url><![CDATA[https://site.example/van.jpg]]></wp:attachment_url>\n',
    });
    const spec = { content: '<!-- wp:block {"ref":77} /-->', behind: [picture, inner, block] };
    expect(carry(spec).ids.map((ids) => new Set(ids))).toEqual([new Set([77, 78, 79])]);
    expect(carry(spec, { bytes: 1_000_000, pages: 1 }).ids.at(-1)).not.toContain(77);
  });

  it.each<[string, SeedSpec]>([
    ['is not named', { content: '<p>77 roofs, id 77</p>' }],
    ['has the number of something else', { content: '<div style="width:77px" data-count="77">' }],
    ['has a part of a longer number', { content: '<!-- wp:block {"ref":770} /-->' }],
    ['has the name of an element', { metas: [['_elementor_data', '[{"id":"77","elType":"section"}]']] }],
  ])('but not where it %s', (_what, spec) => {
    const found = carry({ ...spec, behind: [part('wp_block')] });
    expect(found.ids).toEqual([[]]);
    expect(readText(found, 'records-skipped')).toEqual([
      '1 other record in the export isn’t included: 1 of type wp_block ("Call to action").',
    ]);
  });

  it('but not from the trash', () => {
    const block = part('wp_block', { status: 'trash' });
    expect(carry({ content: '<!-- wp:block {"ref":77} /-->', behind: [block] }).ids).toEqual([[]]);
  });

  it('and no new page gets an ID that the page refers to', () => {
    expect(carry({ content: '[wpforms id="5000"]' }).firstId).toBe(5001);
  });
});

describe('placeholders in an accompanying record', () => {
  it('are left empty in a template, with a notice', () => {
    const layout = part('et_pb_layout', { content: '[et_pb_cta title="Call [geo_city]"][/et_pb_cta]' });
    const found = carry({ content: '[et_pb_section global_module="77"]', behind: [layout] });
    expect(found.records[0]?.fields['content:encoded']).toBe('[et_pb_cta title="Call "][/et_pb_cta]');
    expect(readText(found, 'placeholder-emptied')).toEqual([
      expect.stringMatching(/left empty\. .*into the page itself/),
    ]);
  });

  it('stay if they are a form’s own tags', () => {
    const mail = 'a:2:{s:7:"subject";s:21:"Quote from [geo_city]";s:4:"body";s:7:"[phone]";}';
    const form = part('wpcf7_contact_form', {
      content: '[tel* phone] [geo_city]\n[phone]',
      metas: [
        ['_form', '[tel* phone][text geo_city]'],
        ['_mail', mail],
      ],
    });
    const seed = { content: '[geo_city] [phone] [contact-form-7 id="77"]', behind: [form] };
    const found = carry(seed);
    expect(found.records[0]?.fields['content:encoded']).toBe(form.content);
    expect(found.records[0]?.metas).toEqual(form.metas);
    expect(readText(found, 'form-tags-stay')).toHaveLength(1);
    expect(found.pages[0]?.fields['content:encoded']).toContain('Waco');
  });

  it('are found by the audit if they remain in a template', () => {
    const seed = { content: '[geo_city]<!-- wp:block {"ref":77} /-->', behind: [part('wp_block')] };
    const { files, layout } = build(wxrSeed(seed), ROWS);
    const text = new TextDecoder().decode(files[0]?.bytes).replace('Call us', 'Call [geo_city]');
    const verdict = auditFiles([{ name: 'pages.xml', bytes: new TextEncoder().encode(text) }], layout);
    expect(listFaultTexts(verdict)).toEqual([expect.stringContaining('placeholder-unfilled')]);
  });
});

describe('records that aren’t included', () => {
  it('are listed by type, the most frequent first, with the first titles', () => {
    const posts = ['A', 'B', 'C', 'D'].map((title, index) =>
      part('post', { id: 80 + index, title, slug: title }),
    );
    const [text] = readText(
      carry({ behind: [part('nav_menu_item', { title: 'Home' }), ...posts] }),
      'records-skipped',
    );
    expect(text).toBe(
      '5 other records in the export aren’t included: 4 of type post ("A", "B", "C", …), 1 of type nav_menu_item ("Home").',
    );
  });

  it('are listed separately if the page refers to them by id', () => {
    const found = carry({
      content: '<a href="/?page_id=77">x</a>',
      behind: [part('page'), part('page', { id: 78, slug: 'b' })],
    });
    expect(readText(found, 'records-named')).toEqual([
      expect.stringContaining('"Call to action" (page, id 77)'),
    ]);
    expect(readText(found, 'records-skipped')).toEqual([expect.stringMatching(/^1 other record/)]);
  });

  it('are listed as variations of the product', () => {
    const variations = [77, 78].map((id) =>
      part('product_variation', { id, parent: 40, title: `Size ${id}`, slug: `size-${id}` }),
    );
    const found = carry({ type: 'product', behind: variations });
    expect(readText(found, 'variations-skipped')).toEqual([
      expect.stringMatching(/^2 variations of the product aren’t included: "Size 77", "Size 78"/),
    ]);
    expect(readText(found, 'records-skipped')).toEqual([]);
  });

  it('are templates and forms on HubSpot, which doesn’t import them', () => {
    const text = wxrText({
      type: 'post',
      content: '<p>[geo_city]</p><!-- wp:block {"ref":77} /-->',
      behind: [part('wp_block', { content: 'Call [geo_city]' })],
    });
    const built = buildFormat(text, ROWS, { format: 'hubspot' });
    expect(built.text).not.toContain('wp_block');
    expect(built.audit()).toMatchObject({ ok: true, pages: 2 });
    const [problem] = built.problems.filter(({ code }) => code === 'parts-skipped');
    expect(problem?.text).toMatch(
      /"Call to action" \(wp_block, id 77\).*HubSpot imports only posts and media/,
    );
  });
});

describe('an author whom the export doesn’t list', () => {
  it('is a notice, and the pages keep the name', () => {
    const found = carry({ creator: 'dana' });
    expect(found.pages[0]?.fields['dc:creator']).toBe('dana');
    expect(readText(found, 'author-unknown')).toEqual([expect.stringContaining('"dana"')]);
    expect(readText(carry({}), 'author-unknown')).toEqual([]);
  });

  it('is added on HubSpot, with a notice', () => {
    const text = wxrText({ type: 'post', creator: 'dana' });
    const built = buildFormat(text, ROWS, { format: 'hubspot' });
    expect(built.text).toContain('<wp:author_login>dana</wp:author_login>');
    expect(built.audit()).toMatchObject({ ok: true, pages: 2 });
    expect(built.problems.filter(({ code }) => code === 'author-unknown')).toMatchObject([
      { severity: 'notice' },
    ]);
  });
});

describe('authors that rows choose', () => {
  const rows = [
    ['geo_city', 'geo_url', 'author'],
    ['Waco', 'waco', 'jane'],
    ['Salem', 'salem', 'mike'],
  ];
  const seed = wxrText({ type: 'post', creator: '[author]' });

  it('skip a row on HubSpot if the export doesn’t list its author', () => {
    const built = buildFormat(seed, rows, { format: 'hubspot' });
    expect(built.skipped).toBe(1);
    expect(built.problems).toContainEqual(
      expect.objectContaining({
        code: 'author-unknown',
        severity: 'loss',
        row: 3,
        field: 'author',
        text: expect.stringContaining('"jane"'),
      }),
    );
    expect(built.audit()).toMatchObject({ ok: true, pages: 1 });
  });

  it('can be anyone if the file lists none', () => {
    const bare = seed.replace(/<wp:author>.*<\/wp:author>/, '');
    const built = buildFormat(bare, rows, { format: 'hubspot' });
    expect(built.skipped).toBe(0);
    expect(built.audit()).toMatchObject({ ok: true, pages: 2 });
  });

  it('can be anyone on WordPress, whose importer asks for each', () => {
    const built = buildFormat(seed, rows, { format: 'wordpress' });
    expect(built.skipped).toBe(0);
    expect(built.text).toContain('<![CDATA[mike]]>');
    expect(built.audit()).toMatchObject({ ok: true, pages: 2 });
  });
});

describe('included records with placeholders', () => {
  const block = (id: number, content: string) =>
    part('wp_block', { id, title: `Block ${id}`, slug: `block-${id}`, content });
  const naming = (ids: readonly number[]) => ids.map((id) => `<!-- wp:block {"ref":${id}} /-->`).join('');
  const listNotices = (content: string, records: ItemSpec[]) =>
    build(wxrSeed({ content, behind: records }), ROWS).problems.flatMap(({ code, text }) =>
      code === 'placeholder-emptied' || code === 'form-tags-stay' ? [text] : [],
    );

  it('are one notice for each kind, with their count', () => {
    const blocks = [10, 11, 12].map((id) => block(id, '<p>[geo_city]</p>'));
    expect(listNotices(naming([10, 11, 12]), blocks)).toEqual([
      '"Block 10" (wp_block) and 2 more records have placeholders, but are included once for all pages, so they were left empty. Put such parts into the page itself to fill them for each row.',
    ]);
    expect(listNotices(naming([11, 12]), blocks)).toEqual([
      '"Block 11" (wp_block) and 1 more record have placeholders, but are included once for all pages, so they were left empty. Put such parts into the page itself to fill them for each row.',
    ]);
    const form: ItemSpec = { ...block(20, '[geo_city]'), type: 'wpcf7_contact_form' };
    expect(listNotices(`${naming([10])}[contact-form-7 id="20"]`, [...blocks, form])).toEqual([
      '"Block 10" (wp_block) has placeholders, but is included once for all pages, so they were left empty. To fill them for each row, put this part into the page itself.',
      '"Block 20" (wpcf7_contact_form) has tags with the names of columns. They belong to the form and stay as they are.',
    ]);
  });
});
