/** Coordinates with a comma as the decimal mark, as German and French sheets have them. */
import { describe, expect, it } from 'vitest';
import { fillContent, listLossCodes } from '../platforms/shared/seed-fixture.ts';

const jsonLd = (field: string): string =>
  `<script type="application/ld+json">{"latitude":[${field}],"name":"[${field}]"}</script>`;

describe('a latitude or longitude with a decimal comma', () => {
  it.each(['lat', 'Longitude', 'geo_lng', 'GPS Lat'])('is a number in JSON-LD: %s', (field) => {
    expect(fillContent(jsonLd(field), { [field]: '51,9607' })).toContain(
      '{"latitude":51.9607,"name":"51,9607"}',
    );
    expect(fillContent(jsonLd(field), { [field]: '-0,125' })).toContain('"latitude":-0.125,');
    expect(fillContent(jsonLd(field), { [field]: '51.9607' })).toContain('"latitude":51.9607,');
  });

  it('is a number in a script', () => {
    expect(fillContent('<script>map([lat], [lng])</script>', { lat: '7,6261', lng: '9' })).toContain(
      'map(7.6261, 9)',
    );
  });

  it.each(['<a href="https://m.example/?ll=[lat],[lng]">x</a>', '<iframe src="/map/[lat],[lng]"></iframe>'])(
    'is one in an address: %s',
    (content) => {
      expect(fillContent(content, { lat: '51,9607', lng: '-7,6261' })).toContain('51.9607,-7.6261"');
      expect(fillContent(content, { lat: '51.9607', lng: '-7.6' })).toContain('51.9607,-7.6"');
    },
  );

  it('is unchanged in text', () => {
    expect(fillContent('<p title="[lat]">[lat]</p>', { lat: '51,9607' })).toBe(
      '<p title="51,9607">51,9607</p>',
    );
  });

  it.each(['51,96,07', '51,', ',5', '1.234,5', '51,9607 N', '0);alert(1)//'])(
    'is no number if written as %s',
    (lat) => {
      expect(listLossCodes({ content: jsonLd('lat') }, { lat })).toEqual(['value-no-literal']);
    },
  );
});

describe('another column', () => {
  it('keeps its comma, which may separate thousands', () => {
    expect(listLossCodes({ content: jsonLd('population') }, { population: '12,345' })).toEqual([
      'value-no-literal',
    ]);
    expect(fillContent('<a href="/?p=[price]">x</a>', { price: '12,50' })).toContain('/?p=12%2C50');
  });
});

describe('a negative longitude in an address within the JSON of a block', () => {
  it('can’t form the two hyphens that end the comment', () => {
    const content = '<!-- wp:acme/map {"url":"https://m.example/?ll=-[lng]"} /-->';
    expect(fillContent(content, { lng: '-95.3' })).toContain('ll=-\\u002d95.3"');
    expect(fillContent(content, { lng: '-95,3' })).toContain('ll=-\\u002d95.3"');
  });
});
