/** Expectations for elementor.xml: a page of a builder, its JSON and its serialized settings. */
import type { ExpectedPage, Filler, KnownSeed } from './expectation.ts';

export const ELEMENTOR: KnownSeed = {
  slugColumns: [],
  simpleColumns: [],
  hasExactContent: true,
  hasMedia: false,
  otherPages: [],
  expectPage,
  expectShortcodes: () => [],
};

function expectPage(filler: Filler): ExpectedPage {
  const { put } = filler;
  const slug = `tree-removal-${filler.slug('geo_url')}`;
  return {
    slug,
    path: slug,
    title: `Tree removal in ${put('geo_city', 'short')}, ${put('state_code', 'short')}`,
    excerpt: '',
    status: 'publish',
    menu_order: 0,
    content: `<h1>Tree removal in ${put('geo_city', 'text')}</h1><p>${put('local_intro', 'text')}</p>`,
    meta: {
      _wp_page_template: 'elementor_canvas',
      _elementor_edit_mode: 'builder',
      _elementor_template_type: 'wp-page',
      _elementor_version: '3.28.1',
      _elementor_page_settings: {
        hide_title: 'yes',
        custom_css: `.hero:before{content:"${put('geo_city', 'css')}"}`,
      },
      rank_math_title: `Tree removal ${put('geo_city', 'plain')} %sep% %sitename%`,
      rank_math_description: `Tree removal in ${put('geo_city', 'plain')}, ${put('geo_state', 'plain')}`,
      rank_math_robots: ['index'],
      _elementor_data: [expectContainer(filler)],
      _elementor_css: null, // Marks the style sheet of the seed's page as generated, which is wrong for other pages.
      _edit_last: null,
    },
  };
}

function expectContainer(filler: Filler): unknown {
  const { put } = filler;
  return {
    id: '1a2b3c4',
    elType: 'container',
    settings: { content_width: 'full', _title: `Top ${put('geo_city', 'short')}` },
    isInner: false,
    elements: [
      expectWidget('eb56046', 'heading', {
        title: `Tree removal in ${put('geo_city', 'short')}`,
        header_size: 'h1',
      }),
      expectWidget('26cfa54', 'text-editor', {
        editor: `<p>${put('local_intro', 'text')}</p>\n<p>Licensed in <b>${put('geo_state', 'text')}</b> &amp; insured.</p>`,
      }),
      expectWidget('f8bbce2', 'icon-list', {
        icon_list: [
          { text: `Stump grinding in ${put('geo_zip', 'short')}`, _id: 'aa11bb2' },
          { text: `Storm work, ${put('county', 'short')} County`, _id: 'aa11bb3' },
        ],
      }),
      expectWidget('19927e9', 'button', {
        text: `Call ${put('phone', 'short')}`,
        link: { url: `tel:${filler.phone('phone')}`, is_external: '', nofollow: '' },
      }),
      expectWidget('13b1b80', 'google_maps', {
        address: `${put('geo_city', 'short')}, ${put('state_code', 'short')} ${put('geo_zip', 'short')}`,
      }),
    ],
  };
}

function expectWidget(id: string, widgetType: string, settings: Record<string, unknown>): unknown {
  return { id, elType: 'widget', settings, elements: [], widgetType };
}
