import { describe, expect, it } from 'vitest';
import { findHtmlFlaws } from './footer-html.rules.ts';
import { messages } from '../shared/messages.ts';

const reportFlaws = (template: string) =>
  findHtmlFlaws(template).map(({ line, column, text }) => `${line}:${column} ${text}`);

describe('a template without a flaw', () => {
  it.each([
    messages.footerDefault,
    '',
    'No markup, 3 < 4 and 5 > 4',
    '<a href="[geo_url]">[geo_city | default "a <b"]</a>',
    '<ul><li>[geo_city]<li>[state]</ul>',
    "<a href=[geo_url] title='\"'>[geo_city]</a>",
    '<img src="a>b.png" alt="">\n<br/><!-- <b> -->',
    '<style>a > b {}</style><script>"<b>"</script>',
    '<A HREF="[geo_url]">[geo_city]</a>',
    '<a href="x" title="<b>one</b>">[geo_city]</a>',
    "<a href='[geo_url]' title=it's>[geo_city]</a>",
  ])('has no flaws: %s', (template) => expect(reportFlaws(template)).toEqual([]));
});

describe('broken markup', () => {
  it.each([
    ['<a href="[geo_url]">[geo_city]', ['1:1 <a> is not closed. Write </a> where it ends.']],
    ['[geo_city]</a>', ['1:11 </a> has no opening tag. Remove it, or write <a> where it begins.']],
    [
      '<a href="[geo_url]>[geo_city]<br></div><b>',
      ['1:9 The quote that begins here in <a> is not closed. Write the same quote where the value ends.'],
    ],
    [
      '<a href="[geo_url]>[geo_city]</a> <b class="x">',
      ['1:9 The quote that begins here in <a> is not closed. Write the same quote where the value ends.'],
    ],
    ['<a href="x">one</a\n<b>two</b>', ['1:16 </a is not closed. Write > where the tag ends.']],
    ['<br\n<b>two</b>', ['1:1 <br is not closed. Write > where the tag ends.']],
    ['<a href="x"><b>one</a>', ['1:13 <b> is not closed before </a>. Write </b> there.']],
    ['one\n<!-- two', ['2:1 The comment is not closed. Write --> where it ends.']],
  ])('is reported with its place: %s', (template, flaws) => expect(reportFlaws(template)).toEqual(flaws));

  it('is reported from the beginning, at most five times', () => {
    expect(reportFlaws('</b>'.repeat(9)).map((flaw) => flaw.slice(0, 4))).toEqual([
      '1:1 ',
      '1:5 ',
      '1:9 ',
      '1:13',
      '1:17',
    ]);
  });
});
