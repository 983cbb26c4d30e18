/** A platform's syntax is plain text in the seeds of every other one: a matrix over the registry. */
import { describe, expect, it } from 'vitest';
import { buildFormat, listFaultCodes, getShownText } from '#testkit/format-build.ts';
import { PLATFORMS, type PlatformId } from './registry.ts';
import { SEED_PLACES } from './seed-places-fixture.ts';

interface Syntax {
  name: string;
  text: string;
  /** Platforms on which the text means something. */
  knownBy: readonly PlatformId[];
}

const SYNTAX: readonly Syntax[] = [
  { name: 'a serialized value', text: 's:10:"[geo_city]";', knownBy: ['wordpress', 'hubspot', 'drupal'] },
  {
    name: 'a serialized list',
    text: 'a:1:{i:0;s:10:"[geo_city]";}',
    knownBy: ['wordpress', 'hubspot', 'drupal'],
  },
  { name: 'PHP code', text: '<?= [geo_city] ?>', knownBy: ['wordpress', 'hubspot', 'drupal'] },
  { name: 'a shortcode', text: '[gallery ids="7,8"] [geo_city]', knownBy: ['wordpress'] },
  { name: 'a pair of shortcodes', text: '[quote by="Ann"]in [geo_city][/quote]', knownBy: ['wordpress'] },
  { name: 'signs of Divi', text: 'x="%91geo_city%93" [geo_city]', knownBy: ['wordpress'] },
  { name: 'signs of WPBakery', text: 'x="`{`geo_city`}`" [geo_city]', knownBy: ['wordpress'] },
  {
    name: 'a block',
    text: '<!-- wp:acme/map {"city":"[geo_city]"} /-->',
    knownBy: ['wordpress'],
  },
  { name: 'a statement of HubL', text: '{% set x = "[geo_city]" %}', knownBy: ['hubspot'] },
  { name: 'an expression', text: "{{ '[geo_city]' }}", knownBy: ['wordpress', 'hubspot', 'drupal'] },
  { name: 'a token of Drupal', text: '[node:title] [geo_city]', knownBy: ['drupal'] },
  { name: 'an image of Wix', text: 'wix:image://v1/id.jpg/In [geo_city].jpg', knownBy: ['wix'] },
  { name: 'a list of Webflow', text: 'drain-cleaning; in [geo_city]', knownBy: [] },
];

/** Words of problems about a syntax, and the platforms that may use them. */
const WORDS: readonly (readonly [RegExp, readonly PlatformId[]])[] = [
  [/\bPHP\b|serialized/i, ['wordpress', 'hubspot', 'drupal']],
  [/\bmetas?\b/i, ['wordpress', 'hubspot']],
  [/shortcode|\bDivi\b|WPBakery|Gutenberg/i, ['wordpress']],
  [/HubL/, ['hubspot']],
  ...PLATFORMS.map(({ id, name }) => [new RegExp(name), [id]] as const),
];

const VALUE = `O'Fallon "West" [x] & Co`;
const ROWS = [
  ['geo_city', 'geo_url'],
  [VALUE, 'ofallon'],
];

const MATRIX = SYNTAX.flatMap(({ name, text, knownBy }) =>
  PLATFORMS.filter(({ id }) => !knownBy.includes(id)).map(({ id }) => [name, id, text] as const),
);

/** The one page of a seed, whose files pass the audit. */
function buildPage(format: PlatformId, body: string, note: string) {
  const place = SEED_PLACES[format];
  const built = buildFormat(place.write(body, note), ROWS, { format });
  const verdict = built.audit();
  expect(listFaultCodes(verdict.problems)).toEqual([]);
  expect(verdict).toMatchObject({ ok: true, pages: 1, skipped: [] });
  const unknown = [...built.problems, ...verdict.problems].flatMap(({ text }) =>
    WORDS.filter(([word, ids]) => word.test(text) && !ids.includes(format)).map(() => text),
  );
  expect(unknown).toEqual([]);
  const [page = { body: '', note: '' }] = place.read(built.files[0]?.bytes ?? new Uint8Array());
  return page;
}

const isTag = (text: string): boolean => text.startsWith('<');

describe('syntax of other platforms', () => {
  it.each(MATRIX.filter(([, , text]) => !isTag(text)))('%s is plain text on %s', (_name, id, text) => {
    const filled = text.replaceAll('[geo_city]', () => VALUE);
    const page = buildPage(id, `<p>${text}</p>`, `About ${text}`);
    expect(getShownText(page.body)).toBe(filled);
    expect(page.note).toBe(`About ${filled}`);
    expect(buildPage(id, '<p>[geo_city]</p>', text).note).toBe(filled);
  });

  it.each(MATRIX.filter(([, , text]) => isTag(text)))('%s is HTML on %s', (_name, id, text) => {
    const page = buildPage(id, `<p>[geo_city]</p>${text}`, `[geo_city]${text}`);
    for (const html of [page.body, page.note]) {
      expect(html).not.toContain('[geo_city]');
      expect(getShownText(html)).toBe(VALUE);
    }
  });
});
