import { describe, expect, it } from 'vitest';
import { readRobots } from './robots.rules.ts';

const file = (...lines: string[]) => lines.join('\n');
const OURS = 'user-agent: geoloom';
const LINE = 8 * 2083;
const long = (letter: string) => `/x/${letter.repeat(LINE)}`;

type Case = [name: string, robots: string, allowed: string[], disallowed: string[]];

/**
 * Cases of `robots_test.cc` in google/robotstxt under their original names, with our product token. Two expectations are
 * omitted: there, a percent-encoded unreserved character differs from the plain one, which RFC 9309 (2.2.2) forbids, and
 * a rule after a byte order mark within the file is ignored. The common typos are from `robots.cc`.
 */
const GOOGLE: readonly Case[] = [
  ['SystemTest', '', ['/'], []],
  ['SystemTest', file(OURS, 'disallow: /'), [], ['/']],
  ['LineSyntax_Line', file(OURS, 'disallow: /'), [], ['/x/y']],
  ['LineSyntax_Line', file('foo: geoloom', 'bar: /'), ['/x/y'], []],
  ['LineSyntax_Line', file('user-agent geoloom', 'disallow /'), [], ['/x/y']],
  ['LineSyntax_Line', file(OURS, 'disallow / /'), ['/x/y'], []],
  [
    'LineSyntax_Groups',
    file(
      'allow: /before/any/',
      '',
      OURS,
      'disallow: /',
      'allow: /x/',
      'user-agent: OtherBot',
      'disallow: /',
      'allow: /y/',
      '',
      'allow: /w/',
      'user-agent: ThirdBot',
      '',
      OURS,
      'allow: /z/',
      'disallow: /',
    ),
    ['/x/b', '/z/d'],
    ['/y/c', '/w/a', '/before/any/'],
  ],
  [
    'LineSyntax_Groups',
    file(OURS, '', 'user-agent: OtherBot', 'allow: /z/', 'disallow: /'),
    ['/z/d'],
    ['/y'],
  ],
  [
    'LineSyntax_Groups_OtherRules',
    file(OURS, 'Sitemap: https://example.com/sitemap', 'user-agent: *', 'disallow: /'),
    [],
    ['/'],
  ],
  ['LineSyntax_Groups_OtherRules', file(OURS, 'Unknown: line', 'user-agent: *', 'disallow: /'), [], ['/']],
  [
    'REPLineNamesCaseInsensitive',
    file('USER-AGENT: geoloom', 'ALLOW: /x/', 'DISALLOW: /'),
    ['/x/y'],
    ['/a/b'],
  ],
  [
    'REPLineNamesCaseInsensitive',
    file('uSeR-aGeNt: geoloom', 'AlLoW: /x/', 'dIsAlLoW: /'),
    ['/x/y'],
    ['/a/b'],
  ],
  [
    'UserAgentValueCaseInsensitive',
    file('User-Agent: GEOLOOM', 'Allow: /x/', 'Disallow: /'),
    ['/x/y'],
    ['/a/b'],
  ],
  [
    'UserAgentValueCaseInsensitive',
    file('User-Agent: GeoLoom', 'Allow: /x/', 'Disallow: /'),
    ['/x/y'],
    ['/a/b'],
  ],
  [
    'AcceptUserAgentUpToFirstSpace',
    file('User-Agent: *', 'Disallow: /', 'User-Agent: Geoloom Images', 'Allow: /x/', 'Disallow: /'),
    ['/x/y'],
    ['/y'],
  ],
  ['GlobalGroups_Secondary', file('user-agent: *', 'allow: /', OURS, 'disallow: /'), [], ['/x/y']],
  [
    'GlobalGroups_Secondary',
    file('user-agent: *', 'allow: /', 'user-agent: OtherBot', 'disallow: /'),
    ['/x'],
    [],
  ],
  ['GlobalGroups_Secondary', file('user-agent: OtherBot', 'disallow: /'), ['/x/y'], []],
  ['AllowDisallow_Value_CaseSensitive', file(OURS, 'disallow: /x/'), ['/X/y'], ['/x/y']],
  ['LongestMatch', file(OURS, 'disallow: /x/page.html', 'allow: /x/'), ['/x/'], ['/x/page.html']],
  ['LongestMatch', file(OURS, 'allow: /x/page.html', 'disallow: /x/'), ['/x/page.html'], ['/x/']],
  ['LongestMatch', file(OURS, 'disallow: ', 'allow: '), ['/x/page.html'], []],
  ['LongestMatch', file(OURS, 'disallow: /', 'allow: /'), ['/x/page.html'], []],
  ['LongestMatch', file(OURS, 'disallow: /x', 'allow: /x/'), ['/x/'], ['/x']],
  ['LongestMatch', file(OURS, 'disallow: /x/page.html', 'allow: /x/page.html'), ['/x/page.html'], []],
  ['LongestMatch', file(OURS, 'allow: /page', 'disallow: /*.html'), ['/page'], ['/page.html']],
  ['LongestMatch', file(OURS, 'allow: /x/page.', 'disallow: /*.html'), ['/x/page.html'], ['/x/y.html']],
  ['LongestMatch', file('User-agent: *', 'Disallow: /x/', OURS, 'Disallow: /y/'), ['/x/page'], ['/y/page']],
  [
    'Encoding',
    file(OURS, 'Disallow: /', 'Allow: /a?b=c&d=http://e.f?g&h'),
    ['/a?b=c&d=http://e.f?g&h'],
    ['/a'],
  ],
  ['Encoding', file(OURS, 'Disallow: /', 'Allow: /a/ツ'), ['/a/%E3%83%84'], ['/a/']],
  ['Encoding', file(OURS, 'Disallow: /', 'Allow: /a/%E3%83%84'), ['/a/%E3%83%84'], ['/a/']],
  ['Encoding', file(OURS, 'Disallow: /', 'Allow: /a/%62%61%7A'), ['/a/%62%61%7A'], ['/a/']],
  [
    'SpecialCharacters',
    file(OURS, 'Disallow: /a/b/quz', 'Allow: /a/*/qux'),
    ['/a/quz', '/a//quz', '/a/c/quz'],
    ['/a/b/quz'],
  ],
  [
    'SpecialCharacters',
    file(OURS, 'Disallow: /a/b$', 'Allow: /a/b/qux'),
    ['/a/b/qux', '/a/b/', '/a/b/baz'],
    ['/a/b'],
  ],
  [
    'SpecialCharacters',
    file(OURS, '# Disallow: /', 'Disallow: /a/quz#qux', 'Allow: /'),
    ['/a/b'],
    ['/a/quz'],
  ],
  [
    'IndexHTMLisDirectory',
    file('User-Agent: *', 'Allow: /open/index.html', 'Disallow: /'),
    ['/open/', '/open/index.html'],
    ['/open/index.htm', '/other'],
  ],
  ['LineTooLong', file(OURS, `disallow: ${long('a')}/qux`), ['/fux'], [`${long('a')}/fux`]],
  [
    'LineTooLong',
    file(OURS, 'disallow: /', `allow: ${long('a')}/qux`, `allow: ${long('b')}/qux`),
    [`${long('a')}/qux`, `${long('b')}/fux`],
    ['/'],
  ],
  ...['/fish', '/fish*'].map(
    (rule): Case => [
      'DocumentationChecks',
      file(OURS, 'disallow: /', `allow: ${rule}`),
      [
        '/fish',
        '/fish.html',
        '/fish/salmon.html',
        '/fishheads',
        '/fishheads/yummy.html',
        '/fish.html?id=anything',
      ],
      ['/bar', '/Fish.asp', '/catfish', '/?id=fish'],
    ],
  ),
  [
    'DocumentationChecks',
    file(OURS, 'disallow: /', 'allow: /fish/'),
    ['/fish/', '/fish/salmon', '/fish/?salmon', '/fish/salmon.html', '/fish/?id=anything'],
    ['/bar', '/fish', '/fish.html', '/Fish/Salmon.html'],
  ],
  [
    'DocumentationChecks',
    file(OURS, 'disallow: /', 'allow: /*.php'),
    ['/a.php', '/b/a.php', '/b/a.php?c', '//b/any.php.file.html', '/a.php/', '/index?f=a.php/'],
    ['/bar', '/php/', '/index?php', '/windows.PHP'],
  ],
  [
    'DocumentationChecks',
    file(OURS, 'disallow: /', 'allow: /*.php$'),
    ['/a.php', '/b/a.php'],
    ['/bar', '/a.php?c', '/a.php/', '/a.php5', '/php/', '/a?php', '/aaaphpaaa', '//windows.PHP'],
  ],
  [
    'DocumentationChecks',
    file(OURS, 'disallow: /', 'allow: /fish*.php'),
    ['/fish.php', '/fishheads/catfish.php?parameters'],
    ['/bar', '/Fish.PHP'],
  ],
  ['DocumentationChecks', file(OURS, 'allow: /p', 'disallow: /'), ['/page'], ['/']],
  ['DocumentationChecks', file(OURS, 'allow: /folder', 'disallow: /folder'), ['/folder/page'], []],
  ['DocumentationChecks', file(OURS, 'allow: /page', 'disallow: /*.htm'), [], ['/page.htm']],
  ['DocumentationChecks', file(OURS, 'allow: /$', 'disallow: /'), ['/'], ['/page.html']],
  ...['\n', '\r\n', '\r'].map(
    (end): Case => [
      'LinesNumbersAreCountedCorrectly',
      [OURS, 'disallow: /x', '', 'allow: /x/y'].join(end),
      ['/x/y'],
      ['/x'],
    ],
  ),
  ['UTF8ByteOrderMarkIsSkipped', file(`\uFEFF${OURS}`, 'disallow: /'), [], ['/']],
  ['UTF8ByteOrderMarkIsSkipped', file(`\uFFFD${OURS}`, 'disallow: /'), [], ['/']],
  ['UTF8ByteOrderMarkIsSkipped', file(`\uFFFD\u0011\uFFFD${OURS}`, 'disallow: /'), ['/'], []],
  ['NonStandardLineExample_Sitemap', file('sitemap: /s', OURS, 'sitemap: /t', 'disallow: /x'), ['/'], ['/x']],
  ['MaybeEscapePattern', file(OURS, 'disallow: /%aa'), [], ['/%AA', '/%aa']],
  ...['useragent', 'user agent'].map(
    (name): Case => ['FrequentTypos', file(`${name}: geoloom`, 'disallow: /'), [], ['/']],
  ),
  ...['dissallow', 'dissalow', 'disalow', 'diasllow', 'disallaw'].map(
    (name): Case => ['FrequentTypos', file(OURS, `${name}: /`), [], ['/']],
  ),
];

describe("agrees with Google's parser", () => {
  it.each(GOOGLE.map((each, index) => ({ each, title: `${each[0]} (${index})` })))('$title', ({ each }) => {
    const [, text, allowed, disallowed] = each;
    const robots = readRobots(text);
    const paths = [...allowed, ...disallowed];
    expect(paths.length).toBeGreaterThan(0);
    expect(paths.filter((path) => robots.isAllowed(path))).toEqual(allowed);
  });
});

it.each([
  // RFC 9309, 2.2.1: an empty rule is a rule, and ends the list of user agents
  ['User-agent: geoloom\nDisallow:\nUser-agent: *\nDisallow: /', '/page', true],
  ['User-agent: other\nAllow:\nUser-agent: *\nDisallow: /', '/page', false],
  ['User-agent: *\nDisallow: /private/', '/private/page', false],
  ['User-agent: *\nDisallow: /*.pdf$', '/files/a.pdf?x=1', true],
  ['User-agent: *\nDisallow: /a*b*c', '/axxbyyc/rest', false],
  ['User-agent: *\nDisallow: / # all of it', '/anything', false],
  ['User-agent: other\nUser-agent: GEOLOOM/1.0\nDisallow: /x', '/x', false],
  ['User-agent: geoloom-images\nDisallow: /\nUser-agent: *\nDisallow:', '/x', true],
  ['user-agent:*\r\ndisallow:/crlf', '/crlf', false],
  ['<!DOCTYPE html><p>not found</p>', '/', true],
  // 2.2.2: percent-encoding
  ['User-agent: *\nDisallow: /%7Ejoe/', '/~joe/page', false],
  ['User-agent: *\nDisallow: /~joe/', '/%7ejoe/page', false],
  ['User-agent: *\nDisallow: /caf%c3%a9', '/caf%C3%A9/menu', false],
  ['User-agent: *\nDisallow: /café', '/caf%c3%a9/menu', false],
  ['User-agent: *\nDisallow: /a b', '/a%20b', false],
  ['User-agent: *\nDisallow: /a%2Fb', '/a/b', true],
  ['User-agent: *\nDisallow: /a%252Fb', '/a%2Fb', true],
  ['User-agent: *\nDisallow: /100%', '/100%/x', false],
  // 2.2.3: a literal star or dollar sign
  ['User-agent: *\nDisallow: /a-%2A.html', '/a-*.html', false],
  ['User-agent: *\nDisallow: /a-%2A.html', '/a-b.html', true],
  ['User-agent: *\nDisallow: /a-%24', '/a-$/b', false],
  ['User-agent: *\nDisallow: /a$b', '/a$b/c', false],
])('%j decides about %s: %s', (text, path, isAllowed) => {
  expect(readRobots(text).isAllowed(path)).toBe(isAllowed);
});

it('obeys every rule of a file of the largest size', () => {
  const rules = Array.from({ length: 30_000 }, (_, index) => `Disallow: /p-${index}/`);
  const { isAllowed } = readRobots(['User-agent: *', ...rules].join('\n'));
  expect([isAllowed('/p-29999/'), isAllowed('/p-30000/')]).toEqual([false, true]);
});

it.each([
  ['stars', '*'.repeat(16_000)],
  ['letters between stars', 'a*'.repeat(8_000)],
  ['long parts', `${'a'.repeat(7_000)}b*`.repeat(2)],
  ['index pages', '/index.htm'.repeat(1_600)],
])('reads a rule of many %s and a long path in linear time', (_name, rule) => {
  const { isAllowed } = readRobots(`User-agent: *\nDisallow: /${rule}!$`);
  expect(isAllowed(`/${'a'.repeat(100_000)}`)).toBe(true);
});

it('lists sitemaps wherever they are, and keeps groups whole', () => {
  const { sitemaps, isAllowed } = readRobots(
    'Sitemap: https://example.com/a.xml # ours\nUser-agent: *\nSITEMAP:/b.xml\nDisallow: /secret/\nSitemap:',
  );
  expect(sitemaps).toEqual(['https://example.com/a.xml', '/b.xml', '']);
  expect(isAllowed('/secret/')).toBe(false);
});
