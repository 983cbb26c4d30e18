import { expect, it } from 'vitest';
import { readVisibleText } from './html-reference.ts';

it.each([
  [
    '<a href="/x" onclick="alert(1)" style="color:red">In &amp; near <b>Houston</b></a><br>',
    'In & near Houston',
  ],
  ['<script>alert(1)</script><style>a { color: red }</style> Waco ', 'Waco'],
  ['5 < 6 &#8211; always', '5 < 6 – always'],
  ['<!-- note --><img src=x onerror=alert(1)>', ''],
  ['<a href="/x">never closed', 'never closed'],
])('the visible text of %s is %j', (html, text) => {
  expect(readVisibleText(html)).toBe(text);
});
