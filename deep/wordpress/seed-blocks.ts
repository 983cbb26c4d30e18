/** Expectations for blocks.xml: a page of the block editor with Yoast's metas. */
import type { ExpectedPage, Filler, KnownSeed } from './expectation.ts';

export const BLOCKS: KnownSeed = {
  slugColumns: [],
  simpleColumns: [],
  hasExactContent: true,
  hasMedia: false,
  otherPages: [],
  expectPage,
  expectShortcodes: () => [{ tag: 'wpforms', attributes: { id: '412', title: 'false' } }],
};

function expectPage(filler: Filler): ExpectedPage {
  const { put } = filler;
  const slug = `furnace-repair-${filler.slug('geo_url')}`;
  return {
    slug,
    path: slug,
    // WordPress trims titles, so no cell at either end of one has outer spaces.
    title: `Furnace repair in ${put('geo_city', 'short')}, ${put('state_code', 'short')}`,
    excerpt: `Same-day furnace repair in ${put('geo_city', 'short')}.`,
    status: 'publish',
    menu_order: 0,
    content: expectTop(filler) + expectBottom(filler),
    meta: {
      _wp_page_template: 'default',
      _yoast_wpseo_title: `Furnace repair ${put('geo_city', 'plain')} %%sep%% %%sitename%%`,
      _yoast_wpseo_metadesc: `Furnace repair in ${put('geo_city', 'plain')}, ${put('geo_state', 'plain')}. Call ${put('phone', 'plain')}.`,
      _yoast_wpseo_focuskw: `furnace repair ${put('geo_city', 'plain')}`,
      _edit_last: null,
    },
  };
}

function expectTop(filler: Filler): string {
  const { put } = filler;
  const own = filler.slug('geo_url');
  return String.raw`<!-- wp:heading {"level":1} -->
<h1 class="wp-block-heading">Furnace repair in ${put('geo_city', 'text')}, ${put('geo_state', 'text')}</h1>
<!-- /wp:heading -->

<!-- wp:media-text {"mediaId":881,"mediaType":"image","mediaAlt":"Crew in ${put('geo_city', 'block')} \u002d\u002d \u0022on time\u0022"} --><div class="wp-block-media-text is-stacked-on-mobile"><figure class="wp-block-media-text__media"><img src="https://northstar.example/wp-content/uploads/2025/09/crew.jpg" alt="Crew in ${put('geo_city', 'attribute')} -- &quot;on time&quot;" class="wp-image-881 size-full"/></figure><div class="wp-block-media-text__content"><!-- wp:paragraph --><p>${put('local_intro', 'text')}</p><!-- /wp:paragraph --></div></div><!-- /wp:media-text -->

<!-- wp:paragraph {"style":{"typography":{"fontSize":"18px"}}} -->
<p style="font-size:18px">Call <a href="tel:${filler.phone('phone')}">${put('phone', 'text')}</a> or <a href="/${own}/book?zip=${put('geo_zip', 'query')}" title="Book in ${put('geo_city', 'attribute')}">book online</a>. We hold ${put('review_count', 'text')} reviews from ${put('county', 'text')} County.</p>
<!-- /wp:paragraph -->
`;
}

function expectBottom(filler: Filler): string {
  const { put } = filler;
  const own = filler.slug('geo_url');
  return `
<!-- wp:buttons -->
<div class="wp-block-buttons"><!-- wp:button {"className":"is-style-outline","metadata":{"name":"CTA ${put('geo_city', 'block')}"}} -->
<div class="wp-block-button is-style-outline"><a class="wp-block-button__link wp-element-button" href="https://northstar.example/${own}/quote">Quote for ${put('geo_city', 'text')}</a></div>
<!-- /wp:button --></div>
<!-- /wp:buttons -->

<!-- wp:acme/store-hours {"place":"${put('geo_city', 'block')}, ${put('state_code', 'block')}","sunday":"${put('open_sunday', 'block')}"} /-->

<!-- wp:shortcode -->
[wpforms id="412" title="false"]
<!-- /wp:shortcode -->

<!-- wp:html -->
<script type="application/ld+json">
{
    "@context": "https://schema.org",
    "@type": "HVACBusiness",
    "name": "North Star Heating ${put('geo_city', 'script')}",
    "telephone": "${put('phone', 'script')}",
    "areaServed": "${put('geo_city', 'script')}, ${put('geo_state', 'script')}",
    "geo": {
        "@type": "GeoCoordinates",
        "latitude": "${put('lat', 'script')}",
        "longitude": "${put('lng', 'script')}"
    },
    "url": "https://northstar.example/${own}/"
}
</script>
<!-- /wp:html -->`;
}
