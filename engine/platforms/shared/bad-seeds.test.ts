/** Wrong files in place of a seed, on every platform other than WordPress: each is named, with advice. */
import { describe, expect, it } from 'vitest';
import { type PlatformId, readSeed } from '#engine';
import { getPlatform } from '../registry.ts';

const toBytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
/** UTF-16, little-endian, with its mark. */
const wide = (text: string) =>
  new Uint8Array(Uint16Array.from(text, (letter) => letter.charCodeAt(0)).buffer);

const FILES: readonly [what: string, bytes: Uint8Array, code: string, named: RegExp][] = [
  ['an empty file', toBytes(''), 'seed-empty', /empty/],
  ['blank lines', toBytes(' \r\n\t\n'), 'seed-empty', /empty/],
  ['a file of 20 MiB and 1 byte', new Uint8Array(20 * 1024 * 1024 + 1).fill(32), 'seed-too-large', /20 MiB/],
  ['a web page', toBytes('<!DOCTYPE html><html><p>[geo_city]'), 'seed-html', /web page/],
  ['a ZIP archive', toBytes('PK\u0003\u0004xx'), 'seed-zip', /ZIP archive.*Unpack/],
  [
    'an Excel workbook',
    toBytes('PK\u0003\u0004\u0014\u0000[Content_Types].xml<Types>'),
    'seed-wrong-type',
    /Excel/,
  ],
  ['a PDF', toBytes('%PDF-1.7'), 'seed-wrong-type', /PDF/],
  ['an image', toBytes('\u00ff\u00d8\u00ff\u00e0'), 'seed-wrong-type', /image/],
  ['a binary file', toBytes(`x${'\0'.repeat(300)}`), 'seed-wrong-type', /binary file/],
  ['JSON', toBytes('{"results":[{"name":"[geo_city]"}]}'), 'seed-backup', /JSON/],
  ['a list in JSON', toBytes('[{"nid":[{"value":1}]}]'), 'seed-backup', /JSON/],
  [
    'YAML',
    toBytes('site_uuid: abc\nuuid: def\nbase_fields:\n  title: "[geo_city]"\n'),
    'seed-backup',
    /YAML/,
  ],
  ['YAML after its mark', toBytes('---\nlangcode: en\n'), 'seed-backup', /YAML/],
  ['a database backup', toBytes('-- MySQL dump 10.13\nCREATE TABLE node;'), 'seed-backup', /database/],
  ['a database backup in UTF-16', wide('\ufeffCREATE TABLE node;'), 'seed-backup', /database/],
];

describe.each<PlatformId>(['hubspot', 'drupal', 'wix', 'webflow'])('given to %s', (format) => {
  it.each(FILES)('%s is refused for what it is', (_what, bytes, code, named) => {
    const { seed, problems } = readSeed(bytes, 'seed', format);
    expect(seed).toBeUndefined();
    expect(problems).toMatchObject([{ code, severity: 'fault', file: 'seed' }]);
    expect(problems[0]?.text).toMatch(named);
    const { advice, extension } = getPlatform(format);
    if (!['seed-zip', 'seed-too-large'].includes(code)) expect(problems[0]?.text).toContain(advice);
    if (code === 'seed-zip') expect(problems[0]?.text).toContain(`.${extension} file inside`);
  });
});

describe.each<PlatformId>(['hubspot', 'drupal'])('XML given to %s', (format) => {
  const text =
    '<?xml version="1.0"?><rss version="2.0"><channel><item><title>[geo_city]</title></item></channel></rss>';

  it.each([
    [
      'with a DOCTYPE',
      text.replace('<rss', '<!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd">]><rss'),
      'seed-doctype',
    ],
    ['that is cut off', text.slice(0, 70), 'seed-not-xml'],
    ['with a bare &', text.replace('[geo_city]', 'A & B'), 'seed-not-xml'],
    ['nested 257 deep', text.replace('[geo_city]', '<x>'.repeat(254) + '</x>'.repeat(254)), 'seed-too-deep'],
    ['in an unknown encoding', text.replace('"1.0"', '"1.0" encoding="utf-7"'), 'seed-encoding'],
  ])('%s is refused with its place', (_what, damaged, code) => {
    const { seed, problems } = readSeed(toBytes(damaged), 'seed', format);
    expect(seed).toBeUndefined();
    expect(problems).toMatchObject([{ code, severity: 'fault', line: 1 }]);
  });
});
