/**
 * Expectations for seeds/contexts.xml, our own seed with contexts that the real exports lack: both kinds of quotes,
 * scripts, styles, comments, shortcodes, a whole meta, JSON in JSON, and a page with parents and an image.
 */
import type { ExpectedPage, Filler, KnownSeed, Shortcode } from './expectation.ts';

export const CONTEXTS: KnownSeed = {
  // `show([lat])` requires a number; rows with a text there are skipped.
  simpleColumns: ['lat'],
  slugColumns: [],
  hasExactContent: false,
  hasMedia: true,
  // Without metas, because the pages are for the seed's own site, where the importer would add them again.
  otherPages: [
    {
      slug: 'states',
      path: 'states',
      title: 'States',
      content: '<p>All states [gallery ids="31"]</p>',
      meta: { _wp_page_template: null },
    },
    {
      slug: 'texas',
      path: 'states/texas',
      title: 'Texas',
      content: '<p>All towns</p>',
      meta: { _wp_page_template: null },
    },
  ],
  expectPage,
  expectShortcodes: ({ put }): Shortcode[] => [
    {
      tag: 'map',
      attributes: {
        city: put('geo_city', 'text'),
        note: put('county', 'text'),
        zoom: `${put('review_count', 'text')}x`,
      },
    },
    { tag: 'box', attributes: { title: 'a' } },
  ],
};

function expectPage(filler: Filler): ExpectedPage {
  const { put } = filler;
  const slug = `roofing-${filler.slug('geo_url')}`;
  const path = `states/texas/${slug}`;
  return {
    slug,
    path,
    title: `Roofing in ${put('geo_city', 'short')} & around`,
    excerpt: `Roofs of ${put('geo_city', 'short')} & around`,
    status: 'publish',
    menu_order: 0,
    content: expectContent(filler, `https://northstar.example/${path}/`),
    thumbnail: 'Truck',
    meta: {
      _yoast_wpseo_canonical: `https://northstar.example/${path}/`,
      // In CDATA, because the importer's second parser doesn't decode a reference at the end of escaped text.
      whole: put('geo_city', 'plain'),
      wrapped_json: { json: { a: put('geo_city', 'plain') } },
      json_in_json: { outer: put('geo_city', 'plain'), inner: { a: put('county', 'plain') } },
    },
  };
}

/** Structure of the content, which parsers must find around the marks. */
function expectContent({ put, bare }: Filler, address: string): string {
  return String.raw`<h2>${put('geo_city', 'text')}</h2>
<p title='${put('geo_city', 'attribute')}' data-count="${put('review_count', 'attribute')}">${put('local_intro', 'text')} &amp; more</p>
<p><a href="/s?q=${put('geo_city', 'query')}&amp;n=${put('county', 'query')}">search</a> <a href="${address}">here</a> <a href="mailto:office@northstar.example?subject=${put('geo_city', 'query')}">mail</a></p>
<div onclick="show('${put('geo_city', 'script')}')" style="--town:'${put('geo_city', 'css')}'">menu</div>
<iframe src="https://maps.example/maps?q=${put('geo_city', 'query')}%20${put('state_code', 'query')}&amp;output=embed"></iframe>
<p><a href="https://northstar.example/in/${put('geo_city', 'query')}/map#${put('county', 'query')}">map</a></p>
<div data-settings='{"city":"${put('geo_city', 'attribute')}"}'>slider</div>
<!-- note: ${put('geo_city', 'text')} -->
<style>.hero::before { content: "${put('geo_city', 'css')}"; } .hero::after { content: '${put('county', 'css')}'; }</style>
<script>show('${put('geo_city', 'script')}'); show("${put('county', 'script')}"); show(${'`'}${put('geo_state', 'script')}${'`'}); show(${bare('lat')});
</script>
<textarea>${put('geo_city', 'text')}</textarea>
[map city="${put('geo_city', 'attribute')}" note='${put('county', 'attribute')}' zoom='${put('review_count', 'attribute')}x']
[box title="a"]inside ${put('geo_city', 'text')}[/box]
<!-- wp:acme/card {"html":"\u003cp title=\u0022${put('geo_city', 'block')}\u0022\u003e${put('county', 'block')}\u003c/p\u003e"} /-->`;
}
