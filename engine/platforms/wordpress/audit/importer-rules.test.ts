/**
 * Each rule of the importer, broken by one change in an export that wasn’t made for a test: what is
 * reported, at which place, with which consequence, and what is still imported.
 */
import { describe, expect, it } from 'vitest';
import { type Change, changed, EXPORT, checkExports, textAt } from './plain-export-fixture.ts';

/** In the page of Waco. */
const PAGE = {
  item: '<item>\n\t\t<title><![CDATA[Plumber in Waco]]>',
  title: '<![CDATA[Plumber in Waco]]>',
  creator:
    '+0000</pubDate>\n\t\t<dc:creator><![CDATA[mia]]></dc:creator>\n\t\t<guid isPermaLink="false">https://northstar.example/?page_id=11',
  id: '<wp:post_id>11<',
  guid: 'https://northstar.example/?page_id=11',
  date: '<wp:post_date><![CDATA[2024-03-06 10:16:01]]>',
  gmt: '<wp:post_date_gmt><![CDATA[2024-03-06 10:16:01]]>',
  slug: '<wp:post_name><![CDATA[plumber-waco]]>',
  status: '[plumber-waco]]></wp:post_name>\n\t\t<wp:status><![CDATA[publish]]>',
  parent: '<wp:post_parent>10<',
  type: '<wp:post_parent>10</wp:post_parent>\n\t\t<wp:menu_order>0</wp:menu_order>\n\t\t<wp:post_type><![CDATA[page]]>',
  picture: '<wp:meta_value><![CDATA[12]]>',
  key: '<![CDATA[opening_hours]]>',
  value: '<![CDATA[a:1:{s:6:"monday";s:5:"9–5";}]]>',
  json: '{"town":"Waco"}',
  text: '<p>Waco</p>',
} as const;
const AREAS = { title: 'Areas', date: '2024-03-05 09:15:00' } as const;

interface Rule {
  change: Change;
  /** Severity, code and field. */
  told: string;
  /** The text at the place that is reported. */
  at: string;
  says: string;
  /** Imported pages; 2 by default. */
  pages?: number;
  /** Severities and codes of what follows from it. */
  also?: string[];
}

const leaf = (from: string, to: string): Change => [[from, to]];
/** The same leaf with another text in its CDATA. */
const text = (from: string, to: string): Change => {
  const start = from.lastIndexOf('<![CDATA[') + '<![CDATA['.length;
  return leaf(from, `${from.slice(0, start)}${to}]]>`);
};
const setStatus = (status: string): Change => text(PAGE.status, status);
const setType = (type: string): Change => text(PAGE.type, type);

const ITEMS: Record<string, Rule> = {
  'an id is unique': {
    change: leaf(PAGE.id, '<wp:post_id>10<'),
    told: 'fault duplicate-id wp:post_id',
    at: '<item>',
    says: 'Page "plumber-waco": another item in the file has the wp:post_id 10, so the importer skips this one silently',
    pages: 1,
    also: ['notice parent-missing'],
  },
  'title and date together are unique': {
    change: [...text(PAGE.title, 'ÁREAS '), ...text(PAGE.date, AREAS.date)],
    told: 'fault already-exists title',
    at: '<item>',
    says: 'so the importer reports that it "already exists" and adds its metas to the earlier one',
    pages: 1,
  },
  'a page without a title meets every page of its second': {
    change: [...text(PAGE.title, ''), ...text(PAGE.date, AREAS.date)],
    told: 'fault already-exists title',
    at: '<item>',
    says: 'it has no title, and an earlier item has the same date and type',
    pages: 1,
  },
  'a type is there': {
    change: setType(''),
    told: 'fault type-missing wp:post_type',
    at: '<![CDATA[]]>',
    says: 'it has no wp:post_type, so the importer skips it',
    pages: 1,
    also: ['notice parent-missing'],
  },
  'a type is registered': {
    change: setType('town'),
    told: 'notice unregistered-type wp:post_type',
    at: '<item>',
    says: 'Items of the type "town" import only where a plugin or theme registers it',
  },
  'a type fits its column': {
    change: setType('t'.repeat(21)),
    told: 'fault field-long wp:post_type',
    at: '<![CDATA[ttt',
    says: 'wp:post_type has more than 20 characters, so the page fails',
    pages: 1,
    also: ['notice unregistered-type', 'notice parent-missing'],
  },
  'a title fits its column': {
    change: text(PAGE.title, 'é'.repeat(32_768)),
    told: 'fault title-long title',
    at: '<![CDATA[éé',
    says: 'the title has 65536 bytes, but WordPress allows 65535, so the page fails to import',
    pages: 1,
    also: ['notice parent-missing'],
  },
  'a status says what is seen': {
    change: setStatus('auto-draft'),
    told: 'fault auto-draft wp:status',
    at: '<![CDATA[auto-draft]]>',
    says: 'it is an auto-draft, which the importer skips silently',
    pages: 1,
    also: ['notice parent-missing'],
  },
  'a status is one that WordPress knows': {
    change: setStatus('published'),
    told: 'notice status-unknown wp:status',
    at: '<![CDATA[published]]>',
    says: '"published" isn’t a status of WordPress itself, so the page stays hidden',
  },
  'a status fits its column': {
    change: setStatus(`publish${'h'.repeat(14)}`),
    told: 'fault field-long wp:status',
    at: '<![CDATA[publishh',
    says: 'wp:status has more than 20 characters, so the page fails',
    pages: 1,
    also: ['notice status-unknown', 'notice parent-missing'],
  },
  'a scheduled page has a date to come': {
    change: setStatus('future'),
    told: 'notice status-past wp:post_date',
    at: '<![CDATA[2024-03-06 10:16:01]]>',
    says: 'it is scheduled for a past date, so WordPress publishes it immediately',
  },
  'an author is named in the channel': {
    change: leaf(PAGE.creator, PAGE.creator.replace('[mia]', '[bob]')),
    told: 'notice author-unknown dc:creator',
    at: '<item>',
    says: 'No wp:author has the login "bob", so its pages are assigned to the user who imports',
  },
  'all leaves are there': {
    change: leaf('\t\t<wp:post_parent>10</wp:post_parent>\n', ''),
    told: 'notice field-missing wp:post_parent',
    at: '',
    says: 'wp:post_parent is missing, so the importer guesses its value',
  },
  'a parent is a number': {
    change: leaf(PAGE.parent, '<wp:post_parent>areas<'),
    told: 'fault malformed-number wp:post_parent',
    at: 'areas</wp:post_parent>',
    says: '"areas" isn’t a valid number, so the importer uses 0',
  },
};

const SLUGS: Record<string, Rule> = Object.fromEntries(
  (
    [
      ['New-York', 'new-york'],
      ['são-paulo', 'sao-paulo'],
      ["O'Fallon", 'ofallon'],
      ['st.louis', 'st-louis'],
      ['texas/austin', 'texas-austin'],
      ['a--b', 'a-b'],
      ['-lead-', 'lead'],
      ['ab&cd', 'abcd'],
      ['city,tx', 'citytx'],
      ['[geo_url]', 'geo_url'],
    ] as const
  ).map(([slug, stored]) => [
    `a slug is what sanitize_title makes of it: ${slug}`,
    {
      change: text(PAGE.slug, slug),
      told: 'fault slug-changed wp:post_name',
      at: `<![CDATA[${slug}]]>`,
      says: `WordPress changes the slug to "${stored}", so the page gets another URL`,
      ...(slug === '[geo_url]' ? { also: ['notice placeholder-suspected'] } : {}),
    },
  ]),
);

const RESERVED: Record<string, Rule> = Object.fromEntries(
  ['90210', 'page2', 'feed', 'rdf', 'rss', 'rss2', 'atom', 'embed'].map((slug) => [
    `a slug isn’t one that WordPress keeps for itself: ${slug}`,
    {
      change: text(PAGE.slug, slug),
      told: 'fault slug-reserved wp:post_name',
      at: `<![CDATA[${slug}]]>`,
      says: `WordPress reserves this slug, so it becomes "${slug}-2"`,
    },
  ]),
);

const ADDRESSES: Record<string, Rule> = {
  ...SLUGS,
  ...RESERVED,
  'a slug has at most 200 bytes': {
    change: text(PAGE.slug, 'a'.repeat(201)),
    told: 'fault slug-long wp:post_name',
    at: '<![CDATA[aaa',
    says: 'the slug has 201 characters, but WordPress cuts it after 200 bytes',
  },
  'a slug is there': {
    change: text(PAGE.slug, ''),
    told: 'notice slug-empty wp:post_name',
    at: '<![CDATA[]]>',
    says: 'the slug is empty, so WordPress generates one from the title',
  },
  'a slug is unique among siblings': {
    change: [...text(PAGE.slug, 'areas'), ...leaf(PAGE.parent, '<wp:post_parent>0<')],
    told: 'fault duplicate-slug wp:post_name',
    at: '<item>',
    says: 'its slug is already used by page 10, so WordPress changes it to "areas-2"',
  },
  'a slug isn’t one of a media item': {
    change: text('<wp:post_name><![CDATA[van]]>', 'areas'),
    told: 'notice duplicate-media-slug wp:post_name',
    at: '<item>',
    says: 'its slug is already used by page 10, so WordPress changes it to "areas-2"',
  },
  'a guid is an address without &': {
    change: leaf(PAGE.guid, `${PAGE.guid}&amp;x=1`),
    told: 'notice malformed-guid guid',
    at: 'https://northstar.example/?page_id=11&amp;x=1',
    says: 'WordPress rewrites the guid "https://northstar.example/?page_id=11&x=1"',
  },
  'a guid is a whole address': {
    change: leaf(PAGE.guid, 'waco'),
    told: 'notice malformed-guid guid',
    at: 'waco</guid>',
    says: 'WordPress rewrites the guid "waco"; use a plain http URL',
  },
  'a guid fits its column': {
    change: leaf(PAGE.guid, `https://northstar.example/?${'x'.repeat(229)}`),
    told: 'fault guid-long guid',
    at: 'https://northstar.example/?xxx',
    says: 'the guid has more than 255 characters, so the page fails',
    pages: 1,
    also: ['notice parent-missing'],
  },
  'a guid is unique': {
    change: leaf(PAGE.guid, 'https://northstar.example/?page_id=10'),
    told: 'notice duplicate-guid guid',
    at: '<item>',
    says: 'another item has the same guid, so feeds and other importers treat both as one',
  },
};

const DATES: Record<string, Rule> = {
  'a date is a real day': {
    change: text(PAGE.date, '2024-02-30 10:00:00'),
    told: 'fault date-invalid wp:post_date',
    at: '<![CDATA[2024-02-30',
    says: 'WordPress rejects the date "2024-02-30 10:00:00" and skips the item',
    pages: 1,
    also: ['notice parent-missing'],
  },
  'a date has the order of ISO': {
    change: text(PAGE.date, '05/03/2024'),
    told: 'fault date-invalid wp:post_date',
    at: '<![CDATA[05/03/2024]]>',
    says: 'WordPress rejects the date "05/03/2024" and skips the item',
    pages: 1,
    also: ['notice parent-missing'],
  },
  'a date has a real time': {
    change: text(PAGE.date, '2024-03-06 24:00:00'),
    told: 'fault date-untimed wp:post_date',
    at: '<![CDATA[2024-03-06 24:00:00]]>',
    says: 'has an invalid time of day, so the database stores no date',
  },
  'a date is written in full': {
    change: text(PAGE.date, '2024-3-6 9:15:00'),
    told: 'notice date-format wp:post_date',
    at: '<![CDATA[2024-3-6',
    says: 'isn’t in the form that exports use; write it as YYYY-MM-DD HH:MM:SS',
  },
  'a date is there': {
    change: text(PAGE.date, ''),
    told: 'notice date-empty wp:post_date',
    at: '<![CDATA[]]>',
    says: 'it gets the time of the import, and a second import duplicates it',
  },
  'a date has passed in UTC': {
    change: text(PAGE.gmt, '2026-01-01 00:01:00'),
    told: 'fault date-future wp:post_date',
    at: '<![CDATA[2024-03-06 10:16:01]]>',
    says: 'its date is in the future, so WordPress schedules it instead of publishing it',
  },
  'a GMT date is one or zero': {
    change: text(PAGE.gmt, '2024-13-06 10:16:01'),
    told: 'notice date-gmt-invalid wp:post_date_gmt',
    at: '<![CDATA[2024-13-06',
    says: 'the GMT date "2024-13-06 10:16:01" is invalid, so the database stores none',
  },
};

const VALUES: Record<string, Rule> = {
  'a serialized text has its length in bytes': {
    change: leaf('s:5:"9–5"', 's:3:"9–5"'),
    told: 'fault malformed-serialized-meta meta opening_hours',
    at: '<![CDATA[a:1:{',
    says: 'WordPress can’t unserialize it, so it stores an empty value: a text should have 3 bytes, but the next quote comes after 5',
  },
  'a serialized list has as many entries as it says': {
    change: leaf('a:1:{s:6', 'a:2:{s:6'),
    told: 'fault malformed-serialized-meta meta opening_hours',
    at: '<![CDATA[a:2:{',
    says: 'there should be 2 entries, but 1 are there',
  },
  'nothing follows a serialized value': {
    change: leaf('"9–5";}]]>', '"9–5";}}]]>'),
    told: 'fault text-after-serialized-meta meta opening_hours',
    at: '<![CDATA[a:1:{',
    says: 'WordPress drops the text after the value: 1 byte follows it',
  },
  'a serialized text within one has its length, too': {
    change: text(PAGE.value, 's:8:"s:9:"a";";'),
    told: 'fault malformed-nested-meta meta opening_hours',
    at: '<![CDATA[s:8:',
    says: 'WordPress can’t unserialize a text inside it',
  },
  'no text in a serialized value reads like a class': {
    change: text(PAGE.value, 's:9:"O:3:"Foo":";'.replace('s:9', 's:10')),
    told: 'fault meta-object-in-text meta opening_hours',
    at: '<![CDATA[s:10:',
    says: 'the importer renames the PHP class names in its texts, so WordPress can’t unserialize it and stores an empty value',
  },
  'a serialized object comes back as a stdClass': {
    change: text(PAGE.value, 'O:3:"Foo":0:{}'),
    told: 'notice meta-object meta opening_hours',
    at: '<![CDATA[O:3:',
    says: 'the importer turns into a plain stdClass',
  },
  'JSON of a builder is valid': {
    change: [...text(PAGE.key, '_elementor_data'), ...text(PAGE.value, '[{"a":"6" wide"}]')],
    told: 'fault malformed-meta-json meta _elementor_data',
    at: '<![CDATA[[{"a":',
    says: 'it isn’t valid JSON',
  },
  'JSON of a block is valid': {
    change: leaf(PAGE.json, '{"town":"6" wide"}'),
    told: 'fault malformed-block-json content:encoded',
    at: '<![CDATA[<!-- wp:acme/hero',
    says: 'the JSON of the block wp:acme/hero isn’t valid JSON',
  },
  'a block is closed where it was opened': {
    change: leaf('<!-- /wp:acme/hero -->', '<!-- /wp:acme/heros -->'),
    told: 'notice block-unbalanced content:encoded',
    at: '<!-- /wp:acme/heros -->',
    says: 'the block wp:acme/heros is closed while another block is open',
    also: ['notice block-unbalanced'],
  },
  'JSON-LD is valid': {
    change: leaf(PAGE.text, '<script type="application/ld+json">{"a":}</script>'),
    told: 'fault malformed-json-ld content:encoded',
    at: '<script type="application/ld+json">{"a":}',
    says: 'a JSON-LD script isn’t valid JSON',
  },
  'a meta has a name': {
    change: text(PAGE.key, ''),
    told: 'fault meta-key-empty meta ',
    at: '<![CDATA[a:1:{',
    says: 'it has no key, so the importer drops it',
  },
  'the name of a meta fits its column': {
    change: text(PAGE.key, 'k'.repeat(256)),
    told: `fault meta-key-long meta ${'k'.repeat(80)}`,
    at: '<![CDATA[a:1:{',
    says: 'its key has more than 255 characters, so WordPress drops it',
  },
};

const TREES: Record<string, Rule> = {
  'a parent is in the file': {
    change: leaf(PAGE.parent, '<wp:post_parent>77<'),
    told: 'fault parent-missing wp:post_parent',
    at: '<item>',
    says: 'its parent 77 is not in this file, so it moves to the top level',
  },
  'a parent of a page is a page': {
    change: leaf(PAGE.parent, '<wp:post_parent>12<'),
    told: 'notice parent-not-page wp:post_parent',
    at: '<item>',
    says: 'its parent 12 isn’t a page but has the type "attachment" in this file',
    also: ['notice parent-after-child'],
  },
  'an image is a media item': {
    change: text(PAGE.picture, '10'),
    told: 'fault thumbnail-not-media meta _thumbnail_id',
    at: '<item>',
    says: 'its featured image 10 isn’t a media item but has the type "page" in this file',
  },
  'an image is in the file': {
    change: text(PAGE.picture, '99'),
    told: 'notice thumbnail-missing meta _thumbnail_id',
    at: '<item>',
    says: 'its featured image 99 isn’t in any file, so only the site that the seed came from shows it',
  },
};

function checkRule({ change, told, at, says, pages = 2, also = [] }: Rule): void {
  const file = changed(change);
  const { problems, ...verdict } = checkExports([file]);
  const [severity = '', code = '', ...field] = told.split(' ');
  const found = problems.find((problem) => problem.code === code);
  expect(problems.map((problem) => `${problem.severity} ${problem.code}`).sort()).toEqual(
    [`${severity} ${code}`, ...also].sort(),
  );
  expect(found).toMatchObject({ severity, file: 'export.xml', field: field.join(' ') });
  expect(found?.text).toContain(says);
  expect(textAt(file, found ?? {}).slice(0, at.length)).toBe(at);
  expect(verdict.ok).toBe(severity !== 'fault');
  expect(verdict.pages).toBe(pages);
  expect(verdict.skipped.filter(({ type }) => type !== 'attachment')).toHaveLength(2 - pages);
}

describe('the export as it is', () => {
  it('imports completely without problems', () => {
    expect(checkExports([EXPORT])).toMatchObject({
      ok: true,
      pages: 2,
      imported: { page: 2, attachment: 1 },
      stubs: 0,
      skipped: [],
      problems: [],
    });
  });
});

describe.each([
  ['an item', ITEMS],
  ['an address', ADDRESSES],
  ['a date', DATES],
  ['a value', VALUES],
  ['a tree', TREES],
])('of %s', (_name, rules) => {
  it.each(Object.entries(rules))('%s', (_rule, rule) => checkRule(rule));
});
