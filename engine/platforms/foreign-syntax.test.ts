/** A platform's syntax is plain text on every other one: a matrix over the registry. */
import { describe, expect, it } from 'vitest';
import { encodeAll } from '../encoding/encoders.ts';
import { createScan, scanString } from '../encoding/scan-text.ts';
import { Columns } from '../language/columns.ts';
import { PLATFORMS } from './registry.ts';

/** Texts that mean something to these platforms only. */
const SYNTAX: { name: string; text: string; knownBy: readonly string[] }[] = [
  { name: 'a serialized value', text: 's:10:"[geo_city]";', knownBy: ['wordpress', 'hubspot', 'drupal'] },
  { name: 'a shortcode', text: '[map city="[geo_city]"]', knownBy: ['wordpress'] },
  { name: 'a sign of Divi', text: '"%91geo_city%93"', knownBy: ['wordpress'] },
  { name: 'a sign of WPBakery', text: '"`{`geo_city`}`"', knownBy: ['wordpress'] },
  { name: 'a template tag', text: '{% set x = "[geo_city]" %}', knownBy: ['hubspot'] },
  { name: 'a mustache tag', text: "{{ '[geo_city]' }}", knownBy: ['wordpress', 'hubspot', 'drupal'] },
  { name: 'PHP code', text: '<?= [geo_city] ?>', knownBy: ['wordpress', 'hubspot', 'drupal'] },
];

const VALUE = `O'Fallon "West" [x] & <i>`;

/** Places of the values, and one as it is written. */
function scan(id: string, text: string) {
  const platform = PLATFORMS.find((each) => each.id === id);
  const found = createScan(
    new Columns([{ name: 'geo_city', key: 'geocity' }]),
    platform?.findPreservedNames('', []),
    platform?.createCodecs(''),
  );
  const pieces = scanString(text, { key: '', kind: 'plain' }, found);
  return {
    unknown: found.unknown.map(({ use }) => use.bracketed.text),
    pieces: pieces.map((piece) => ({
      kind: piece.kind,
      start: piece.start,
      value: piece.kind === 'hole' ? encodeAll(VALUE, piece.encoders) : '',
    })),
  };
}
const IDS = PLATFORMS.map(({ id }) => id);
const MATRIX = SYNTAX.flatMap((syntax) =>
  IDS.filter((id) => !syntax.knownBy.includes(id)).map((id) => [syntax.name, id, syntax.text] as const),
);

describe('syntax of other platforms', () => {
  it.each(MATRIX)('%s is plain text on %s', (_name, id, text) => {
    expect(scan(id, text)).toEqual(scan('a platform without syntax', text));
  });
});
