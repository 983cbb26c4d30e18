/** Sample pages show labeled boxes for what only the site can render. */
import { describe, expect, it } from 'vitest';
import { labelUnrendered } from './unrendered.rules.ts';

const box = (name: string) => `<span class="geoloom-box">${name}</span>`;

describe('a shortcode', () => {
  it.each([
    ['[gallery ids="1,2"]', box('gallery')],
    ['[caption id="a"]<img src="x.jpg"> Roofs[/caption]', `${box('caption')}<img src="x.jpg"> Roofs`],
    ['<p>[contact-form-7 id="3" title="Ask us"]</p>', `<p>${box('contact-form-7')}</p>`],
    ['[vc_row][vc_column /]', box('vc_row') + box('vc_column')],
  ])('is a box: %j', (html, shown) => {
    expect(labelUnrendered(html)).toBe(shown);
  });

  it('is found after letters that become longer in lowercase', () => {
    expect(labelUnrendered('İİİİİİİİİİ<script>a</script>[x] [y]')).toBe(
      `İİİİİİİİİİ<script>a</script>${box('x')} ${box('y')}`,
    );
  });

  it('that is escaped is shown as the site would', () => {
    expect(labelUnrendered('[[gallery]]')).toBe('[gallery]');
  });

  it.each([
    '<a title="[gallery]" href=\'[x]\'>Roofs</a>',
    '<!-- wp:shortcode {"a":"[b]"} -->',
    '<script>const a = [b];</script>',
    '<code>[gallery]</code>',
    'Roofs [1], [2] and [ 3 ]',
  ])('is not found in %j', (html) => {
    expect(labelUnrendered(html)).toBe(html);
  });
});

describe('an element that only the site can render', () => {
  it.each([
    ['<iframe src="https://www.youtube.com/embed/x"></iframe>', box('Embed: www.youtube.com')],
    ["<iframe src='/map'></iframe>", box('Embed: this site')],
    ['<object data="https://a.example/x.swf"><p>old</p></object><p>new', `${box('Embed: a.example')}<p>new`],
    ['<video><source src="x.mp4"></video>.', `${box('Embed: video')}.`],
    ['<FORM action="/x"><input name="a"><b>Ask</b></FORM><p>Roofs', `${box('Form')}<p>Roofs`],
    ['<form><p>Never closed', `${box('Form')}<p>Never closed`],
    ['<script src="https://js.hsforms.net/v2.js"></script>', box('Script: js.hsforms.net')],
    ['<!-- wp:latest-posts {"a":1} /--><p>x', `${box('Block: latest-posts')}<p>x`],
  ])('is a box: %j', (html, shown) => {
    expect(labelUnrendered(html)).toBe(shown);
  });
});

describe('HubL', () => {
  const isHubl = { isHubl: true };

  it.each([
    ['{% module "f" path="@hubspot/form", label="Contact us" %}', box('HubL module: Contact us')],
    ["{%- module 'cta_1' path='/x' -%}", box('HubL module: cta_1')],
    ['{% if x %}Roofs{% endif %}', 'Roofs'],
    ['Call {{ content.phone }}', `Call ${box('HubL: content.phone')}`],
    ['<a href="{{ x }}">Roofs</a> [gallery]', '<a href="{{ x }}">Roofs</a> [gallery]'],
  ])('is a box, or nothing without output: %j', (html, shown) => {
    expect(labelUnrendered(html, isHubl)).toBe(shown);
  });

  it('is text on other platforms', () => {
    expect(labelUnrendered('{{ name }}')).toBe('{{ name }}');
  });
});

it.each(['<a "[a ', '<pre ', '<form>', '<!-- wp:x ', '{{ {% ', '<iframe src="'])(
  'reads 100,000 times %j in linear time',
  (piece) => {
    const start = performance.now();
    labelUnrendered(piece.repeat(100_000), { isHubl: true });
    expect(performance.now() - start).toBeLessThan(3_000);
  },
);

it('reads a comment of 200,000 characters that is almost a block in linear time', () => {
  const html = `<!-- wp:${'a-'.repeat(100_000)} -->`;
  const start = performance.now();
  expect(labelUnrendered(html)).toBe(html);
  expect(performance.now() - start).toBeLessThan(3_000);
});
