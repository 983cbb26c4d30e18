import { describe, expect, it } from 'vitest';
import { domainName } from './domain-name.ts';

const LABEL = 'a'.repeat(63);

describe('the name of a domain', () => {
  it.each([
    ['example.com', 'example.com'],
    ['  Example.COM\n', 'example.com'],
    ['a.b.example.co', 'a.b.example.co'],
    ['_dmarc.my-site_1.example', '_dmarc.my-site_1.example'],
    [`${LABEL}.com`, `${LABEL}.com`],
    [`example.${LABEL}`, `example.${LABEL}`],
    ['münchen.de', 'xn--mnchen-3ya.de'],
    ['MÜNCHEN.de', 'xn--mnchen-3ya.de'],
    ['пример.рф', 'xn--e1afmkfd.xn--p1ai'],
    ['xn--e1afmkfd.xn--p1ai', 'xn--e1afmkfd.xn--p1ai'],
    ['ｅｘａｍｐｌｅ.com', 'example.com'],
  ])('%j is stored as %j', (typed, stored) => {
    expect(domainName.parse(typed)).toBe(stored);
    expect(domainName.parse(stored)).toBe(stored);
  });

  it.each([
    '',
    ' ',
    '://example.com',
    'https://example.com',
    'example.com/page',
    'example.com:80',
    'user@example.com',
    'example.com?q',
    'exa%6dple.com',
    'example',
    'example.c',
    'example.c0m',
    'example.com.',
    '.example.com',
    'a..example.com',
    'my site.com',
    'my\u00a0site.com',
    'my\u200bsite.com',
    'a\0.com',
    '<script>alert(1)</script>.com',
    "o'neil.com",
    '127.0.0.1',
    '0x7f.1',
    '[::1]',
    `${LABEL}a.com`,
    `example.${LABEL}a`,
    `${`${LABEL}.`.repeat(4)}com`,
    `${'ü'.repeat(63)}.com`,
    '☕.com',
    undefined,
    7,
  ])('%j is rejected', (typed) => {
    const { error } = domainName.safeParse(typed);
    expect(error?.issues.map(({ message }) => message)).toEqual(['Invalid domain']);
  });
});
