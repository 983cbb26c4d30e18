/** Facts of the seed's one page in a WXR: which are skipped, which are reported, and what a fix removes. */
import { describe, expect, it } from 'vitest';
import { inspectSeedText, fixSeedText, getNotice } from '#testkit/seed-fixes.ts';
import { type SeedSpec, build, wxrSeed, wxrText } from '#testkit/wxr-seed.ts';
import type { PlatformId } from '#engine';

type Metas = NonNullable<SeedSpec['metas']>;

const question = (spec: SeedSpec, format: PlatformId = 'wordpress') => ({ format, text: wxrText(spec) });
const listCodes = (spec: SeedSpec) => inspectSeedText(question(spec)).problems.map(({ code }) => code);
const ROWS = [
  ['geo_city', 'geo_url', 'sku'],
  ['Waco', 'waco', 'W-1'],
];
/** Names of the metas that the pages get. */
const keptMetas = (metas: Metas) => build(wxrSeed({ metas }), ROWS).pages[0]?.metas.map(([key]) => key) ?? [];

describe('data that isn’t copied to pages', () => {
  it.each<[group: string, metas: Metas]>([
    [
      '7 editing records',
      [
        ['_edit_lock', '1:1'],
        ['_edit_last', '1'],
        ['_wp_old_slug', 'a'],
        ['_wp_trash_meta_status', 'draft'],
        ['_wp_trash_meta_time', '17'],
        ['_wp_desired_post_slug', 'a'],
        ['_dp_original', '7'],
      ],
    ],
    [
      '5 caches',
      [
        ['_elementor_css', 'a:0:{}'],
        ['_et_dynamic_cached_shortcodes', 'a:0:{}'],
        ['_uag_css_file_name', 'uag-css-7.css'],
        ['_generateblocks_dynamic_css_version', '1.9'],
        ['_oembed_0a1b', '<iframe></iframe>'],
      ],
    ],
    [
      '8 service IDs',
      [
        ['apple_news_api_id', 'A1'],
        ['_autoshare_for_twitter_status', 'a:0:{}'],
        ['_wpas_done_all', '1'],
        ['_publicize_twitter_user', 'x'],
        ['onesignal_notification_already_sent', '1'],
        ['_wp_to_buffer_pro_log', 'a:0:{}'],
        ['_wpt_short_url', 'https://t.example/x'],
        ['dsq_thread_id', '9'],
      ],
    ],
    [
      '2 translation links',
      [
        ['_icl_lang_duplicate_of', '4'],
        ['_wpml_import_translation_group', 'x'],
      ],
    ],
    [
      '2 SKUs',
      [
        ['_sku', 'P-1'],
        ['_global_unique_id', '4006381333931'],
      ],
    ],
    [
      '4 sales, rating or review figures',
      [
        ['total_sales', '314'],
        ['_wc_average_rating', '4.80'],
        ['_wc_review_count', '12'],
        ['_wc_rating_count', 'a:1:{i:5;i:12;}'],
      ],
    ],
    [
      '5 view or share counters',
      [
        ['post_views_count', '9000'],
        ['views', '9'],
        ['avada_post_views_count', '1'],
        ['mashsb_shares', '40'],
        ['_total_shares', '3'],
      ],
    ],
  ])('are listed with their number and names: %s', (group, metas) => {
    const [key = ''] = metas[0] ?? [];
    expect(keptMetas([...metas, ['own', 'x']])).toEqual(['own']);
    const text = getNotice(question({ metas }), 'page-data-dropped');
    expect(text).toContain(`${group} (${key}, `);
  });

  it('also includes comments, the sticky flag and the group of translations', () => {
    const extra =
      '<wp:comment><wp:comment_id>1</wp:comment_id></wp:comment><wp:comment><wp:comment_id>2</wp:comment_id></wp:comment>' +
      '<category domain="post_translations" nicename="pll_5f"><![CDATA[pll_5f]]></category>' +
      '<category domain="language" nicename="en"><![CDATA[English]]></category>';
    const text = wxrText({ extra }).replace('<wp:is_sticky>0<', '<wp:is_sticky>1<');
    expect(text).toContain('<wp:is_sticky>1<');
    const built = build(new TextEncoder().encode(text), ROWS);
    const [page] = built.pages;
    expect(page?.fields['wp:is_sticky']).toBe('0');
    expect(new TextDecoder().decode(built.files[0]?.bytes)).not.toMatch(/pll_5f|wp:comment>/);
    expect(new TextDecoder().decode(built.files[0]?.bytes)).toContain('domain="language"');
    expect(getNotice({ format: 'wordpress', text }, 'page-data-dropped')).toBe(
      'Not copied, because it belongs to the seed’s own page: 1 sticky flag; 2 comments; 1 translation link (post_translations). You don’t need to do anything.',
    );
  });

  it('is listed in one notice at the first place', () => {
    const text = wxrText({
      metas: [
        ['a', 'x'],
        ['_edit_lock', '1:1'],
        ['_sku', 'P'],
      ],
    });
    const dropped = inspectSeedText({ format: 'wordpress', text }).problems.filter(
      ({ code }) => code === 'page-data-dropped',
    );
    const line = text.split('\n').findIndex((each) => each.includes('_edit_lock')) + 1;
    expect(dropped).toMatchObject([{ severity: 'notice', line: expect.any(Number) }]);
    expect(Math.abs((dropped[0]?.line ?? 0) - line)).toBeLessThanOrEqual(1);
    expect(dropped[0]?.text).toMatch(/write a placeholder such as \[sku\] there\.$/);
  });

  it('is copied if the row fills it', () => {
    expect(
      keptMetas([
        ['_sku', '[sku]'],
        ['total_sales', '1'],
      ]),
    ).toEqual(['_sku']);
    expect(listCodes({ metas: [['_sku', 'P-[geo_url]']] })).not.toContain('page-data-dropped');
  });

  it.each<[string, string]>([
    ['views', 'Lake and mountains'],
    ['_wpb_shortcodes_custom_css', '.vc_custom_1{color:red}'],
    ['_yoast_wpseo_linkdex', '71'],
    ['_wp_page_template', 'full.php'],
    ['_price', '99'],
    ['sku_note', 'x'],
  ])('are not what only looks alike: %s', (key, value) => {
    expect(keptMetas([[key, value]])).toEqual([key]);
    expect(listCodes({ metas: [[key, value]] })).toEqual([]);
  });

  it('is preserved in a parent page', () => {
    const before = [
      {
        id: 7,
        title: 'Areas',
        slug: 'areas',
        metas: [
          ['_sku', 'A'],
          ['_edit_lock', '1'],
        ] as const,
      },
    ];
    const built = build(wxrSeed({ before, parent: 7 }), ROWS, { site: 'https://new.example' });
    const text = new TextDecoder().decode(built.files[0]?.bytes);
    expect(text).toContain('_sku');
    expect(text).not.toContain('_edit_lock');
  });
});

describe('noindex of all pages', () => {
  it.each<[plugin: string, key: string, value: string]>([
    ['Yoast', '_yoast_wpseo_meta-robots-noindex', '1'],
    ['Rank Math', 'rank_math_robots', 'a:2:{i:0;s:7:"noindex";i:1;s:8:"nofollow";}'],
    ['SEOPress', '_seopress_robots_index', 'yes'],
    ['AIOSEO 3', '_aioseop_noindex', 'on'],
    ['AIOSEO as JSON', '_aioseo_settings', '{"robots_default":false,"robots_noindex":true,"title":"x"}'],
    ['AIOSEO serialized', '_aioseo_settings', 'a:2:{s:14:"robots_noindex";b:1;s:5:"title";s:1:"x";}'],
    ['Genesis, The SEO Framework', '_genesis_noindex', '1'],
    ['Slim SEO', 'slim_seo', 'a:2:{s:5:"title";s:10:"[geo_city]";s:7:"noindex";i:1;}'],
    ['SmartCrawl', '_wds_meta-robots-noindex', '1'],
    ['a list of words', 'robots', 'noindex, nofollow'],
  ])('is reported and removed: %s', (_plugin, key, value) => {
    const spec = {
      metas: [
        [key, value],
        ['own', 'x'],
      ] as const,
    };
    expect(getNotice(question(spec), 'noindex-shared')).toBe(
      `All pages ask search engines not to list them: noindex is set in meta ${key}. Remove it if the pages should be found.`,
    );
    const fixed = fixSeedText(question(spec), 'noindex-shared');
    expect(fixed).toContain('<wp:meta_key><![CDATA[own]]></wp:meta_key>');
    const built = build(new TextEncoder().encode(fixed), ROWS);
    expect(built.pages).toHaveLength(1);
    if (value.includes('title')) expect(built.pages[0]?.metas[0]?.[1]).toContain('title');
  });

  it.each<[string, string]>([
    ['_yoast_wpseo_meta-robots-noindex', '2'],
    ['_yoast_wpseo_meta-robots-noindex', '0'],
    ['_yoast_wpseo_meta-robots-noindex', '[sku]'],
    ['_genesis_noindex', '-1'],
    ['rank_math_robots', 'a:1:{i:0;s:5:"index";}'],
    ['_seopress_robots_index', ''],
    ['_seopress_robots_follow', 'yes'],
    ['_aioseo_settings', '{"robots_noindex":false}'],
    ['my_text', 'noindex'],
  ])('is not reported where %s is %j', (key, value) => {
    expect(listCodes({ metas: [[key, value]] })).not.toContain('noindex-shared');
  });

  it('is one notice for all places, with the first of them and one fix', () => {
    const metas: Metas = [
      ['rank_math_robots', 'a:1:{i:0;s:7:"noindex";}'],
      ['_genesis_noindex', '1'],
      ['_aioseop_noindex', 'on'],
    ];
    const spec = { content: '<p>[geo_city]</p><meta name="robots" content="noindex">', metas };
    const text = getNotice(question(spec), 'noindex-shared');
    expect(text).toContain('content, meta rank_math_robots, meta _genesis_noindex, meta _aioseop_noindex');
    const fixed = fixSeedText(question(spec), 'noindex-shared');
    expect(fixed).not.toMatch(/noindex/);
    expect(fixed).toContain('a:1:{i:0;s:5:"index";}');
    expect(fixed).toContain('<p>[geo_city]</p>]]>');
  });

  it('within a string of serialized data is reported without a fix, because lengths would change', () => {
    const inner = 'a:1:{s:7:"noindex";s:4:"true";}';
    const metas: Metas = [['_my_seo', `a:1:{s:4:"data";s:${inner.length}:"${inner}";}`]];
    const { problems, fixes } = inspectSeedText(question({ metas }));
    expect(problems.map(({ code }) => code)).toContain('noindex-shared');
    expect(fixes.has('noindex-shared')).toBe(false);
  });
});

describe('one canonical URL for all pages', () => {
  const other = 'https://site.example/template/';

  it.each<[where: string, SeedSpec]>([
    ['meta _genesis_canonical_uri', { metas: [['_genesis_canonical_uri', other]] }],
    ['meta _aioseop_custom_link', { metas: [['_aioseop_custom_link', other]] }],
    ['meta _wds_canonical', { metas: [['_wds_canonical', other]] }],
    ['meta slim_seo', { metas: [['slim_seo', `a:1:{s:9:"canonical";s:${other.length}:"${other}";}`]] }],
    ['content', { content: `<link rel="canonical" href="${other}"><p>[geo_city]</p>` }],
    ['content', { content: `[geo_city]<LINK href='${other}' rel='canonical'/>`, style: 'escaped' }],
    [
      'meta _elementor_data',
      {
        metas: [
          [
            '_elementor_data',
            `[{"html":"<link rel=\\"canonical\\" href=\\"${other.replaceAll('/', '\\/')}\\"><b>[geo_city]</b>"}]`,
          ],
        ],
      },
    ],
  ])('is reported and removed: %s', (where, spec) => {
    const text = getNotice(question(spec), 'canonical-elsewhere');
    expect(text).toContain(`All pages name "${other}" as their canonical URL`);
    expect(text).toContain(where);
    const fixed = fixSeedText(question(spec), 'canonical-elsewhere');
    expect(fixed).not.toContain('template');
    expect(build(new TextEncoder().encode(fixed), ROWS).pages).toHaveLength(1);
  });

  it.each<SeedSpec>([
    { metas: [['_genesis_canonical_uri', '[page_url]']] },
    { metas: [['_yoast_wpseo_canonical', 'https://site.example/[geo_url]/']] },
    { content: '<link rel="canonical" href="[page_url]"><p>[geo_city]</p>' },
    { content: `<!-- <link rel="canonical" href="${other}"> --><p>[geo_city]</p>` },
    { content: `<link rel="stylesheet" href="${other}"><p>[geo_city]</p>` },
    { metas: [['canonical', 'field_61a2b3c4']] },
  ])('isn’t reported if each page has its own, or it is something else: %j', (spec) => {
    expect(listCodes(spec)).not.toContain('canonical-elsewhere');
  });
});

describe('a redirect of all pages', () => {
  const target = 'https://site.example/contact/';

  it.each<[string, Metas]>([
    ['Yoast', [['_yoast_wpseo_redirect', target]]],
    [
      'Page Links To',
      [
        ['_links_to', target],
        ['_links_to_target', '_blank'],
      ],
    ],
    [
      'Quick Page/Post Redirect',
      [
        ['_pprredirect_active', '1'],
        ['_pprredirect_url', target],
        ['_pprredirect_type', '301'],
      ],
    ],
    [
      'SEOPress',
      [
        ['_seopress_redirections_enabled', 'yes'],
        ['_seopress_redirections_value', target],
      ],
    ],
    ['Genesis', [['redirect', '/contact/']]],
  ])('is reported and removed with what belongs to it: %s', (_plugin, metas) => {
    expect(getNotice(question({ metas }), 'redirect-shared')).toContain('/contact/"');
    const fixed = fixSeedText(question({ metas }), 'redirect-shared');
    for (const [key] of metas) expect(fixed).not.toContain(key);
  });

  it.each<Metas>([
    [
      ['_pprredirect_active', '0'],
      ['_pprredirect_url', target],
    ],
    [['_seopress_redirections_value', target]],
    [['_links_to', 'https://site.example/[geo_url]/']],
    [['_thankyou_redirect_url', target]],
  ])('isn’t reported if it is off, the row’s own, or of a form: %j', (...metas) => {
    expect(listCodes({ metas })).not.toContain('redirect-shared');
  });

  it('is found in the content, too', () => {
    const spec = { content: `<meta http-equiv="refresh" content="0; url=${target}"><p>[geo_city]</p>` };
    expect(getNotice(question(spec), 'redirect-shared')).toContain(target);
    expect(fixSeedText(question(spec), 'redirect-shared')).toContain('<![CDATA[<p>[geo_city]</p>]]>');
  });
});

describe('pages that visitors can’t see', () => {
  it.each([
    ['draft', 'drafts'],
    ['pending', 'pages pending review'],
    ['private', 'private pages'],
    ['acf-disabled', 'pages with the status "acf-disabled"'],
  ])('are reported by their status, with a fix that publishes them: %s', (status, what) => {
    expect(getNotice(question({ status }), 'status-hidden')).toBe(
      `All pages are imported as ${what}, so visitors can’t see them. Set wp:status to "publish" to publish them on import.`,
    );
    const fixed = fixSeedText(question({ status }), 'status-hidden');
    expect(build(new TextEncoder().encode(fixed), ROWS).pages[0]?.fields['wp:status']).toBe('publish');
  });

  it('include those without a status, which are imported as drafts', () => {
    const fixed = fixSeedText(question({ status: null }), 'status-hidden');
    expect(build(new TextEncoder().encode(fixed), ROWS).pages[0]?.fields['wp:status']).toBe('publish');
  });

  it('are after a password, which the fix removes', () => {
    const text = wxrText({}).replace(
      /<wp:post_password>[^]*?<\/wp:post_password>/,
      '<wp:post_password><![CDATA[key 7]]></wp:post_password>',
    );
    const locked = { format: 'wordpress', text } as const;
    expect(getNotice(locked, 'password-shared')).toContain('seed’s password');
    expect(getNotice(locked, 'password-shared')).not.toContain('key 7');
    expect(fixSeedText(locked, 'password-shared')).not.toContain('key 7');
  });

  it('include those that expire at the same time', () => {
    const metas: Metas = [
      ['_expiration-date', '1798761600'],
      ['_expiration-date-status', 'saved'],
    ];
    expect(getNotice(question({ metas }), 'date-scheduled')).toContain('"2027-01-01 00:00:00 UTC"');
    expect(fixSeedText(question({ metas }), 'date-scheduled')).not.toContain('_expiration');
  });

  it('aren’t reported if the row sets the status or the password', () => {
    const codes = inspectSeedText({
      ...question({ status: '[sku]' }),
      rows: [...ROWS.slice(0, 1), ['Waco', 'waco', 'draft']],
    }).problems;
    expect(codes.map(({ code }) => code)).not.toContain('status-hidden');
  });
});

describe('on HubSpot', () => {
  it('the same data is found, and no WordPress terms are used', () => {
    const spec: SeedSpec = {
      type: 'post',
      status: 'draft',
      content: '<link rel="canonical" href="https://site.example/a/"><p>[geo_city]</p>',
      metas: [
        ['_yoast_wpseo_meta-robots-noindex', '1'],
        ['_links_to', 'https://a.example/'],
        ['_edit_lock', '1'],
      ],
    };
    const { problems } = inspectSeedText(question(spec, 'hubspot'));
    const codes = problems.map(({ code }) => code);
    expect(codes).toEqual(
      expect.arrayContaining([
        'status-hidden',
        'canonical-elsewhere',
        'noindex-shared',
        'redirect-shared',
        'page-data-dropped',
      ]),
    );
    for (const { text } of problems) expect(text).not.toMatch(/WordPress/);
    expect(fixSeedText(question(spec, 'hubspot'), 'noindex-shared')).not.toContain('noindex');
  });
});

describe('the signature of Oxygen', () => {
  const signed = (text: string) =>
    `[ct_section ct_sign_sha256='8a21' ct_options='{"ct_id":1}'][ct_headline ct_sign_sha256='77a1' ct_options='{"ct_id":2}']${text}[/ct_headline][/ct_section]`;

  it.each(['ct_builder_shortcodes', '_ct_builder_shortcodes'])('becomes invalid once %s is filled', (key) => {
    const text = getNotice(question({ metas: [[key, signed('In [geo_city]')]] }), 'signature-invalid');
    expect(text).toContain('Oxygen → Settings → Security');
    expect(text).toContain(key);
  });

  it('is valid if nothing in it is filled, and no other builder has one', () => {
    expect(listCodes({ metas: [['ct_builder_shortcodes', signed('Everywhere')]] })).not.toContain(
      'signature-invalid',
    );
    expect(listCodes({ metas: [['_elementor_data', '[{"title":"[geo_city]"}]']] })).not.toContain(
      'signature-invalid',
    );
  });
});
