/** Expectations for classic.xml: a page of the classic editor with serialized, nested and JSON metas. */
import type { ExpectedPage, Filler, KnownSeed, Shortcode } from './expectation.ts';

export const CLASSIC: KnownSeed = {
  slugColumns: ['geo_city', 'state_code'],
  simpleColumns: [],
  hasExactContent: true,
  hasMedia: false,
  otherPages: [],
  expectPage,
  expectShortcodes: (): Shortcode[] => [
    { tag: 'caption', attributes: { id: 'attachment_90', align: 'alignleft', width: '300' } },
    { tag: 'gallery', attributes: { ids: '90,91', columns: '2' } },
  ],
};

function expectPage(filler: Filler): ExpectedPage {
  const { put } = filler;
  const slug = ['carpet-cleaning', filler.slug('geo_city'), filler.slug('state_code')]
    .filter((piece) => piece !== '')
    .join('-');
  return {
    slug,
    path: slug,
    title: `Carpet cleaning ${put('geo_city', 'short')} & nearby`,
    // The seed's own "]]>" is split into two CDATA sections, and imported as one text.
    excerpt: `Clean carpets in ${put('geo_city', 'short')} ]]> fast`,
    status: 'publish',
    menu_order: 3,
    content: expectContent(filler),
    meta: expectMetas(filler),
  };
}

function expectContent({ put }: Filler): string {
  return `<h2>Carpets in ${put('geo_city', 'text')}</h2>
${put('local_intro', 'text')} We&#8217;re open till 9&nbsp;pm &amp; on Sunday: ${put('open_sunday', 'text')}.

[caption id="attachment_90" align="alignleft" width="300"]<img class="size-medium wp-image-90" src="https://northstar.example/wp-content/uploads/2025/09/carpet-300x200.jpg" alt="Carpet in ${put('geo_city', 'attribute')}" width="300" height="200" /> A carpet in ${put('geo_city', 'text')}[/caption]

<!--more-->
<script>if (rooms[ids[0]]>1) { show("${put('geo_city', 'script')}"); }</script>
[gallery ids="90,91" columns="2"]`;
}

function expectMetas({ put }: Filler): Record<string, unknown> {
  const nested = `${put('geo_city', 'plain')}, ${put('geo_state', 'plain')}`;
  return {
    _wp_page_template: 'page-wide.php',
    office: {
      city: put('geo_city', 'plain'),
      lines: [put('phone', 'plain'), `Größe ✓ ${put('geo_zip', 'plain')}`],
      open: true,
      rate: 49.5,
    },
    // A serialized text in a serialized string: the importer unserializes it once, and WordPress serializes it on save.
    wrapped: `a:1:{s:5:"inner";s:${Buffer.byteLength(nested)}:"${nested}";}`,
    json_note: { city: put('geo_city', 'plain'), note: `call "${put('phone', 'plain')}"` },
    [`hours_${put('state_code', 'plain')}`]: '8-21',
    _edit_last: null,
  };
}
