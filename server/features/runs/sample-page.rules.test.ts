/** Sample pages show shortcodes as labeled boxes, because no WordPress runs them there. */
import { expect, it } from 'vitest';
import { labelShortcodes } from './sample-page.rules.ts';

const box = (name: string) => `<span class="geoloom-shortcode">${name}</span>`;

it.each([
  ['[gallery ids="1,2"]', box('gallery')],
  ['[caption id="a"]<img src="x.jpg"> Roofs[/caption]', `${box('caption')}<img src="x.jpg"> Roofs`],
  ['<p>[contact-form-7 id="3" title="Ask us"]</p>', `<p>${box('contact-form-7')}</p>`],
  ['[vc_row][vc_column /]', box('vc_row') + box('vc_column')],
])('labels %j', (html, shown) => {
  expect(labelShortcodes(html)).toBe(shown);
});

it('shows an escaped shortcode as the site would', () => {
  expect(labelShortcodes('[[gallery]]')).toBe('[gallery]');
});

it.each([
  '<a title="[gallery]" href=\'[x]\'>Roofs</a>',
  '<!-- wp:shortcode {"a":"[b]"} -->',
  '<script>const a = [b];</script>',
  '<code>[gallery]</code>',
  'Roofs [1], [2] and [ 3 ]',
])('leaves %j as it is', (html) => {
  expect(labelShortcodes(html)).toBe(html);
});

it('reads a long page of open brackets and tags in linear time', () => {
  const html = '<a "[a '.repeat(100_000);
  expect(labelShortcodes(html)).toHaveLength(html.length);
});
