/** Names of downloads: from any title, valid on every system. */
import { describe, expect, it } from 'vitest';
import { nameParts, nameZip } from './part-name.rules.ts';

describe('the stem of a part', () => {
  it.each([
    ['Plumber in [geo_city]', 'plumber-in-geo-city'],
    ['  Plumber  ', 'plumber'],
    ['Sanitär & Söhne', 'sanitar-sohne'],
    ['PLUMBER 24/7', 'plumber-24-7'],
    ['a.b.xml', 'a-b-xml'],
    ['../../etc/passwd', 'etc-passwd'],
    ['C:\\Windows\\system32', 'c-windows-system32'],
    ['a\0b\r\nc', 'a-b-c'],
    ['\u202egpj.exe', 'gpj-exe'],
    ['--help', 'help'],
    ['.htaccess', 'htaccess'],
  ])('of %j is %s', (title, stem) => {
    expect(nameParts(title)).toBe(stem);
  });

  it.each(['', '   ', '🚰', 'שרברב', '李', '!!!', '…', 'CON', 'con', 'PRN', 'Aux', 'NUL', 'com1', 'LPT9'])(
    'of %j, without valid characters for a name, is pages',
    (title) => {
      expect(nameParts(title)).toBe('pages');
    },
  );

  it('has at most 60 bytes and does not end in a hyphen', () => {
    expect(nameParts('x'.repeat(300))).toBe('x'.repeat(60));
    expect(nameParts(`${'x'.repeat(59)} y`)).toBe('x'.repeat(59));
  });
});

describe('the zip of a run', () => {
  it.each([
    [['plumber.xml'], 'plumber.zip'],
    [['plumber-1-of-2.xml', 'plumber-2-of-2.xml'], 'plumber.zip'],
    [['plumber-1-of-2.xml'], 'plumber-1-of-2.zip'],
    [['route-66-1-of-12.xml', 'route-66-2-of-12.xml'], 'route-66.zip'],
    [[], 'pages.zip'],
  ])('of %j is %s', (names, zip) => {
    expect(nameZip(names.map((name) => ({ name, pages: 1 })))).toBe(zip);
  });
});
