/** Facts of the one node that a Drupal seed was exported from, in each shape of export. */
import { describe, expect, it } from 'vitest';
import { buildFormat } from '#testkit/format-build.ts';
import { inspectSeedText, fixSeedText, getNotice } from '#testkit/seed-fixes.ts';

const SITE = 'https://d.example';
const ROWS = [
  ['geo_city', 'geo_url', 'state'],
  ['Waco', 'waco-tx', 'archived'],
];
const ask = (text: string) => ({ format: 'drupal' as const, text, site: SITE, rows: ROWS });
const listCodes = (text: string) => inspectSeedText(ask(text)).problems.map(({ code }) => code);
const write = (text: string) => buildFormat(text, ROWS, { format: 'drupal', site: SITE }).text;

const TITLE = '<title><value>Plumber in [geo_city]</value></title>';
const UUID = '<uuid><value>0d1b1a34-9a0e-4b1e-8f0e-0c1de1c2a111</value></uuid>';
/** One node as the core serializes it. */
const entity = (fields: string) =>
  `<?xml version="1.0"?><response><nid><value>82</value></nid>${UUID}${TITLE}${fields}</response>`;
/** A list of nodes, as a REST export of Views has it. */
const list = (fields: string) =>
  `<?xml version="1.0"?><response><item key="0"><nid>82</nid><title>Plumber in [geo_city]</title>${fields}</item></response>`;
/** Drupal 7. */
const nodeExport = (fields: string) =>
  `<?xml version="1.0"?><node_export created="x"><node><nid>82</nid><vid>3</vid><title>Plumber in [geo_city]</title><uuid>5b3d6c52-1c0e-4c57-9a40-8d1f6a2b7e01</uuid>${fields}</node></node_export>`;

describe('a title that is a link', () => {
  const whole = (title: string) =>
    `<?xml version="1.0"?><response><item key="0"><uuid>0d1b1a34-9a0e-4b1e-8f0e-0c1de1c2a111</uuid><title>${title}</title></item></response>`;

  it.each([
    [
      '<![CDATA[<a href="/plumber" hreflang="en">Plumber in [geo_city]</a>]]>',
      '<![CDATA[Plumber in [geo_city]]]>',
    ],
    ['&lt;a href=&quot;/x/[geo_url]&quot;&gt;Plumber in [geo_city]&lt;/a&gt;', 'Plumber in [geo_city]'],
    ['<![CDATA[See <A HREF="/a>b">[geo_city]</A > now]]>', '<![CDATA[See [geo_city] now]]>'],
  ])('is offered without it: %s', (title, stripped) => {
    const question = ask(whole(title));
    expect(inspectSeedText(question).fixes.get('title-link')).toMatchObject({ label: 'Strip the link' });
    const fixed = fixSeedText(question, 'title-link');
    expect(fixed.trimEnd()).toBe(whole(stripped));
    expect(write(fixed)).not.toMatch(/(?:<|&lt;)a\b/i);
    expect(buildFormat(fixed, ROWS, { format: 'drupal', site: SITE }).audit()).toMatchObject({
      ok: true,
      pages: 1,
    });
  });

  it('is also offered for a label field and in core serialization', () => {
    expect(listCodes(entity('<label><value>&lt;a href="/"&gt;x&lt;/a&gt;</value></label>'))).toContain(
      'title-link',
    );
    expect(listCodes(entity('<body><value>&lt;a href="/"&gt;x&lt;/a&gt;</value></body>'))).not.toContain(
      'title-link',
    );
    expect(listCodes(whole('Plumber in [geo_city]'))).not.toContain('title-link');
  });
});

describe('a value that only one node can have', () => {
  it.each<[listed: string, text: string, gone: RegExp]>([
    [
      '1 paragraph reference (field_content)',
      entity(
        '<field_content><target_id>501</target_id><target_revision_id>900</target_revision_id><target_type>paragraph</target_type></field_content>',
      ),
      /501|900/,
    ],
    [
      '2 paragraph references (field_parts)',
      entity(
        '<field_parts><target_id>1501</target_id><target_revision_id>900</target_revision_id></field_parts><field_parts><target_id>1502</target_id><target_revision_id>901</target_revision_id></field_parts>',
      ),
      /150[12]/,
    ],
    [
      '1 paragraph reference (field_paragraphs)',
      list('<field_paragraphs>5501, 5502</field_paragraphs>'),
      /550/,
    ],
    [
      '1 paragraph reference (n0)',
      nodeExport(
        '<field_parts><und><n0><value>5512</value><revision_id>934</revision_id></n0></und></field_parts>',
      ),
      /5512|934/,
    ],
    [
      '2 revision fields (revision_log, revision_uid)',
      entity(
        '<revision_log><value>Moved the map</value></revision_log><revision_uid><target_id>7</target_id></revision_uid>',
      ),
      /Moved/,
    ],
    ['1 revision field (log)', nodeExport('<log>Moved the map</log>'), /Moved/],
    ['1 menu link (menu_link)', entity('<menu_link><target_id>9001</target_id></menu_link>'), /9001/],
    ['1 translation link (tnid)', nodeExport('<tnid>7081</tnid>'), /7081/],
    [
      '1 translation link (translations)',
      nodeExport('<translations><original>en9</original></translations>'),
      /en9/,
    ],
    [
      '3 comment figures (cid, last_comment_timestamp, comment_count)',
      entity(
        '<comment><status>2</status><cid>77</cid><last_comment_timestamp>1700000000</last_comment_timestamp><comment_count>4</comment_count></comment>',
      ),
      /<cid>|1700000000/,
    ],
  ])('is left out and listed: %s', (listed, text, gone) => {
    expect(text).toMatch(gone);
    expect(getNotice(ask(text), 'page-data-dropped')).toContain(`: ${listed}. `);
    const written = write(text);
    expect(written).not.toMatch(gone);
    expect(written).toContain('Plumber in Waco');
  });

  it.each<[string, string]>([
    ['1', '0'],
    ['True', 'False'],
    ['On', 'Off'],
    ['yes', 'no'],
  ])('is sticky: %s becomes %s', (on, off) => {
    const text = list(`<sticky>${on}</sticky>`);
    expect(getNotice(ask(text), 'page-data-dropped')).toContain('1 sticky flag');
    expect(write(text)).toContain(`<sticky>${off}</sticky>`);
  });

  it('is preserved if a row fills it, or if it means something else', () => {
    for (const fields of [
      '<field_paragraphs>[state]</field_paragraphs>',
      '<field_paragraphs>Two short texts</field_paragraphs>',
      '<field_image><target_id>501</target_id><target_type>file</target_type></field_image>',
      '<sticky>0</sticky>',
      '<log>x</log>',
    ]) {
      expect(listCodes(list(fields))).not.toContain('page-data-dropped');
      expect(write(list(fields))).toContain(fields.replace('[state]', 'archived'));
    }
  });
});

describe('nodes that visitors can’t see', () => {
  it.each<[text: string, name: string, live: string]>([
    [entity('<status><value>0</value></status>'), 'status/value', '1'],
    [list('<status>False</status>'), 'status', 'True'],
    [list('<status>Off</status>'), 'status', 'On'],
    [list('<Published>No</Published>'), 'Published', 'Yes'],
    [list('<status>Unpublished</status>'), 'status', 'Published'],
    [nodeExport('<status>0</status>'), 'status', '1'],
    [
      entity('<moderation_state><value>draft</value></moderation_state>'),
      'moderation_state/value',
      'published',
    ],
    [list('<moderation_state>archived</moderation_state>'), 'moderation_state', 'published'],
  ])('are reported, with a fix that publishes them: %s', (text, name, live) => {
    expect(getNotice(ask(text), 'status-hidden')).toContain(
      `Set ${name} to "${live}" to publish them on import.`,
    );
    const fixed = fixSeedText(ask(text), 'status-hidden');
    const [field, property] = name.split('/');
    expect(fixed).toContain(property ? `<${property}>${live}<` : `<${field}>${live}<`);
  });

  it('are reported once for the status and the moderation state, and both are fixed', () => {
    const text = entity(
      '<status><value>0</value></status><moderation_state><value>draft</value></moderation_state>',
    );
    expect(getNotice(ask(text), 'status-hidden')).toContain(
      'status/value to "1", moderation_state/value to "published"',
    );
    expect(fixSeedText(ask(text), 'status-hidden')).toContain(
      '<status><value>1</value></status><moderation_state><value>published</value>',
    );
  });

  it('aren’t reported if they are published, or if the row decides', () => {
    for (const fields of [
      '<status>1</status>',
      '<status>On</status>',
      '<moderation_state>published</moderation_state>',
      '<moderation_state>[state]</moderation_state>',
      '<status>open</status>',
    ])
      expect(listCodes(list(fields))).not.toContain('status-hidden');
  });
});

describe('tags of Metatag', () => {
  const other = 'https://d.example/template';

  it.each<[how: string, fields: string]>([
    [
      'one element a tag',
      `<metatag><value><canonical_url>${other}</canonical_url><robots>noindex, nofollow</robots></value></metatag>`,
    ],
    [
      'JSON',
      `<field_metatag><value>{"canonical_url":"${other.replaceAll('/', '\\/')}","robots":"noindex, nofollow","title":"[geo_city]"}</value></field_metatag>`,
    ],
    [
      'serialized',
      `<field_meta_tags><value>a:3:{s:13:"canonical_url";s:26:"${other}";s:6:"robots";s:7:"noindex";s:5:"title";s:10:"[geo_city]";}</value></field_meta_tags>`,
    ],
    [
      'computed',
      `<metatag><tag>link</tag><attributes><rel>canonical</rel><href>${other}</href></attributes></metatag><metatag><tag>meta</tag><attributes><name>robots</name><content>noindex</content></attributes></metatag>`,
    ],
    [
      'HTML in the body',
      `<body><value>&lt;link rel="canonical" href="${other}"&gt;&lt;meta name="robots" content="noindex"&gt;&lt;p&gt;[geo_city]&lt;/p&gt;</value></body>`,
    ],
  ])('that all nodes would have are reported and removed: %s', (_how, fields) => {
    const text = entity(fields);
    expect(getNotice(ask(text), 'canonical-elsewhere')).toContain(`"${other}"`);
    expect(getNotice(ask(text), 'noindex-shared')).toContain('noindex is set in ');
    const fixed = fixSeedText(ask(fixSeedText(ask(text), 'canonical-elsewhere')), 'noindex-shared');
    expect(fixed).not.toMatch(/template|noindex/);
    expect(write(fixed)).toContain('Plumber in Waco');
    expect(fixed.split('[geo_city]')).toHaveLength(text.split('[geo_city]').length);
  });

  it('of Drupal 7 are found too', () => {
    const text = nodeExport(
      `<metatags><und><robots><value><noindex>noindex</noindex></value></robots><canonical><value>${other}</value></canonical></und></metatags>`,
    );
    expect(listCodes(text)).toEqual(expect.arrayContaining(['noindex-shared', 'canonical-elsewhere']));
    expect(fixSeedText(ask(text), 'noindex-shared')).toContain('<noindex></noindex>');
  });

  it.each([
    '<metatag><value><canonical_url>[node:url]</canonical_url><robots>index</robots></value></metatag>',
    '<field_metatag><value>{"canonical_url":"[node:url]","robots":"index, follow"}</value></field_metatag>',
    '<field_metatag><value>{"canonical_url":"[page_url]"}</value></field_metatag>',
    '<field_note>noindex is set on the old site</field_note>',
  ])('aren’t reported if each node has its own: %s', (fields) => {
    const codes = listCodes(entity(fields));
    expect(codes).not.toContain('canonical-elsewhere');
    expect(codes).not.toContain('noindex-shared');
  });
});

describe('other data of all nodes', () => {
  it('are a redirect of Rabbit Hole', () => {
    const text = entity(
      '<rh_action><value>page_redirect</value></rh_action><rh_redirect><value>/contact</value></rh_redirect>',
    );
    expect(getNotice(ask(text), 'redirect-shared')).toContain('"/contact"');
    expect(fixSeedText(ask(text), 'redirect-shared')).not.toContain('rh_');
  });

  it('are the front page and dates of Scheduler', () => {
    const text = entity(
      '<promote><value>1</value></promote><unpublish_on><value>1798761600</value></unpublish_on>',
    );
    expect(getNotice(ask(text), 'promoted-shared')).toContain('front page');
    expect(fixSeedText(ask(text), 'promoted-shared')).toContain('<promote><value>0</value></promote>');
    expect(getNotice(ask(text), 'date-scheduled')).toContain('2027-01-01 00:00:00 UTC');
    expect(fixSeedText(ask(text), 'date-scheduled')).not.toContain('unpublish_on');
  });

  it.each<[string, string]>([
    [
      'serialized',
      'a:1:{s:13:"configuration";a:2:{s:2:"id";s:18:"inline_block:basic";s:17:"block_revision_id";s:3:"412";}}',
    ],
    [
      'with a number',
      'a:1:{s:13:"configuration";a:2:{s:2:"id";s:18:"inline_block:basic";s:17:"block_revision_id";i:412;}}',
    ],
    [
      'JSON',
      '{"configuration":{"id":"inline_block:basic","label":"In [geo_city]","block_revision_id":"412"}}',
    ],
  ])('are inline blocks of Layout Builder: %s', (_how, section) => {
    const text = entity(
      `<layout_builder__layout><section>${section.replaceAll('"', '&quot;')}</section></layout_builder__layout>`,
    );
    expect(getNotice(ask(text), 'block-shared')).toContain(
      'inline block (revision 412), whose text is not filled',
    );
    expect(fixSeedText(ask(text), 'block-shared')).not.toContain('layout_builder');
  });

  it('don’t include layouts without inline blocks', () => {
    const section = 'a:1:{s:2:&quot;id&quot;;s:21:&quot;field_block:node:body&quot;;}';
    expect(
      listCodes(entity(`<layout_builder__layout><section>${section}</section></layout_builder__layout>`)),
    ).not.toContain('block-shared');
  });
});

describe('records that an importer can’t recognize again', () => {
  it.each<[string, string, RegExp]>([
    [
      'a list',
      '<root><item><title>Plumber in [geo_city]</title></item></root>',
      /<guid>[0-9a-f-]{36}<\/guid>/,
    ],
    [
      'a view',
      '<response><item key="0"><title>Plumber in [geo_city]</title><term_id>7</term_id></item></response>',
      /<guid>[0-9a-f-]{36}<\/guid>/,
    ],
    [
      'one entity',
      `<response>${TITLE}<body><value>[geo_city]</value></body></response>`,
      /<uuid><value>[0-9a-f-]{36}<\/value><\/uuid>/,
    ],
    [
      'a feed',
      '<rss version="2.0"><channel><title>t</title><item><title>Plumber in [geo_city]</title></item></channel></rss>',
      /<guid>[0-9a-f-]{36}<\/guid>/,
    ],
  ])('are reported, and get a key of their own: %s', (_what, text, key) => {
    expect(getNotice(ask(text), 'id-missing')).toContain('a second import creates duplicates');
    const fixed = fixSeedText(ask(text), 'id-missing');
    expect(write(fixed)).toMatch(key);
  });

  it.each([
    '<root><item><guid>1</guid><title>[geo_city]</title></item></root>',
    '<root><item><nid>1</nid><title>[geo_city]</title></item></root>',
    '<root><item><id>[geo_url]</id><title>[geo_city]</title></item></root>',
    '<root><item><town_id>t1</town_id><title>[geo_city]</title></item></root>',
    '<root><item><url>/[geo_url]</url><title>[geo_city]</title></item></root>',
  ])('aren’t reported with a unique field: %s', (text) => {
    expect(listCodes(text)).not.toContain('id-missing');
  });
});

describe('ids and names of a Drupal record', () => {
  it('of a term belong to the term, not to the record', () => {
    const text = list('<term_id>7</term_id><town_id>t1</town_id>');
    const written = write(text);
    expect(written).toContain('<term_id>7</term_id>');
    expect(written).not.toContain('<town_id>t1</town_id>');
  });

  it('such as n0, n1 are entries of a field, not records of a list', () => {
    const text =
      '<export><uuid>u</uuid><list><n123><title>In [geo_city]</title><guid>g</guid></n123></list></export>';
    // the list is one record: its entries stay together
    const written = write(text);
    expect(written.match(/<list>/g)).toHaveLength(1);
    const two = buildFormat(text, [...ROWS, ['Tyler', 'tyler-tx', 'x']], { format: 'drupal', site: SITE });
    expect(two.text.match(/<list>/g)).toHaveLength(2);
  });

  it('can have up to 255 characters in an alias', () => {
    const readSlug = (length: number) => 'a'.repeat(length);
    const text = list('<path>/[geo_url]</path>');
    const rows = [
      ['geo_city', 'geo_url'],
      ['A', readSlug(255)],
      ['B', `${readSlug(255)}b`],
    ];
    const built = buildFormat(text, rows, { format: 'drupal', site: SITE });
    expect(built.text).toContain(`<path>/${readSlug(255)}</path>`);
    expect(built.skipped).toBe(1);
    expect(built.problems).toContainEqual(expect.objectContaining({ code: 'slug-too-long', row: 3 }));
  });

  it('can have up to 255 characters in a title', () => {
    const rows = [
      ['geo_city', 'geo_url'],
      ['é'.repeat(244), 'a'],
      ['é'.repeat(245), 'b'],
    ];
    const built = buildFormat(list('<path>/[geo_url]</path>'), rows, { format: 'drupal', site: SITE });
    expect('Plumber in '.length + 244).toBe(255);
    expect(built.skipped).toBe(1);
    expect(built.problems).toContainEqual(expect.objectContaining({ code: 'title-too-long', row: 3 }));
  });
});

describe('a token of Drupal in a cell', () => {
  const cells = ['[current-user:mail]', 'a [site:mail] b', '[y]', '[note: x', "O'Fallon", 'a: b'];
  const rows = [
    ['geo_city', 'geo_url', 'v'],
    ...cells.map((cell, index) => [`Town ${index}`, `r${index}`, cell]),
  ];
  const build = (fields: string) => buildFormat(list(fields), rows, { format: 'drupal', site: SITE });

  it.each([
    '<metatag>{"title":"[v] | [site:name]"}</metatag>',
    '<field_metatag>a:1:{s:5:"title";s:3:"[v]";}</field_metatag>',
    '<field_meta_tags>[v]</field_meta_tags>',
  ])('skips the row where Drupal would replace it: %s', (fields) => {
    const built = build(`<uuid>5b3d6c52-1c0e-4c57-9a40-8d1f6a2b7e01</uuid>${fields}`);
    expect(built.skipped).toBe(2);
    expect(built.audit().ok).toBe(true);
    expect(built.text).not.toContain('current-user:mail');
  });

  it('is text in other fields', () => {
    const built = build('<uuid>5b3d6c52-1c0e-4c57-9a40-8d1f6a2b7e01</uuid><field_note>[v]</field_note>');
    expect(built.skipped).toBe(0);
  });
});
