/** Rows with hostile cells, and the texts with constructs in each seed. */
import Papa from 'papaparse';
import type { Row } from './naive-language.ts';

/** Towns of our list of places, without coordinates in the sheet, and their values in GeoNames. */
const KNOWN = [
  ['Austin', 'TX', 'Travis County', 'America/Chicago', '30.26715', '-97.74306'],
  ['Round Rock', 'TX', 'Williamson County', 'America/Chicago', '30.50826', '-97.6789'],
  ['Waco', 'TX', 'McLennan County', 'America/Chicago', '31.54933', '-97.14667'],
  ['Tulsa', 'OK', 'Tulsa County', 'America/Chicago', '36.15398', '-95.99277'],
] as const;

const HOSTILE = [
  "O'Fallon",
  'Coeur d’Alene',
  'Say "When" \'now\'',
  'Truth & <b>Consequences</b>',
  '😀 Springs 👨‍👩‍👧',
  'مدينة النور',
  'עיר \u202b(x)\u202c',
  '$1 $& $$ Town',
  String.raw`C:\new\table\u0041`,
  'End ]]> Town',
  'İstanbul ß ŉ',
  '100% Real %91x%93 %22',
  'a--b --> x <!-- y',
  '</script><p>',
  '&amp; &lt; &#91;x&#93;',
  '[geo_state]',
  '[if phone]x[/if] [/if]',
  '[spin]a || b[/spin] || c',
  "'; DROP TABLE--",
  '`tick` ${x} `{`y`}`',
  '日本 東京',
  'null',
  '__proto__',
  'constructor',
  '0',
  'Ünïcode é\u0301',
  '#1, “Main” – Street',
  '-',
  'a:1:{i:0;s:1:"x";}',
  '{"a":[1]}',
  '<?php echo 1; ?>',
  '{} {x} }',
] as const;
const NOTES = [
  '{{ 7 * 7 }}',
  '{% if x %}{# y #}',
  '',
  'line one\nline "two"',
  '<script>alert(1)</script>',
  '$0 \\0 \\',
  ']]>',
  'Tom & Jerry’s',
  '[gallery ids="1"]',
  '😀',
];
const PHONES = ['', '(512) 555-0142', '+1 512.555.0143', "ext. 'x'"];
const EMAILS = ['a@b.example', '', 'o"x@b.example'];
const POPULATIONS = ['', '5', '1,200', '119,468', '961855', 'many'];
const SERVICES = ['', 'drains', 'drains|leaks & floods|<i>gas</i>', 'a "b" | | c’s', '😀|$1|]]>|[x]'];
const AREAS = ['east side, Downtown', '', 'Old Town; “New” Town', "<b>, &, '", 'Eastwood'];
const DATES = ['2025-07-04', '', '1999-12-31'];
const STATES = ['TX', 'tx', 'OK', 'NM'];

const pick = (list: readonly string[], index: number): string => list[index % list.length] ?? '';

/** Columns that the page language adds to the sheet. */
const DERIVED = ['geo_county', 'geo_timezone'];

/** Rows with the columns that the page language adds. */
export const ROWS: readonly Row[] = [
  ...KNOWN.map(([geo_city, geo_state, geo_county, geo_timezone, geo_lat, geo_lng], index) => ({
    ...fillColumns(index),
    geo_city,
    geo_state,
    geo_county,
    geo_timezone,
    geo_lat,
    geo_lng,
  })),
  ...HOSTILE.map((geo_city, index) => ({
    ...fillColumns(index + KNOWN.length),
    geo_city,
    geo_state: pick(STATES, index),
    geo_county: '',
    geo_timezone: '',
    // All distances differ; every seventh town has no coordinates.
    geo_lat: index % 7 === 6 ? '' : (30 + index * 0.31).toFixed(4),
    geo_lng: index % 7 === 6 ? '' : (-98 + ((index * index * 7) % 23) * 0.173).toFixed(4),
  })),
];

function fillColumns(index: number): Row {
  return {
    geo_url: `t${index}`,
    phone: pick(PHONES, index),
    email: pick(EMAILS, index),
    population: pick(POPULATIONS, index),
    services: pick(SERVICES, index),
    areas: pick(AREAS, index),
    opened: pick(DATES, index),
    note: pick(NOTES, index),
    row_number: String(index + 2),
  };
}

/** The sheet as CSV. Coordinates are in the columns `lat` and `lng`, which are empty for the known towns. */
export function writeSheet(rows: readonly Row[] = ROWS): string {
  const names = Object.keys(ROWS[0] ?? {}).filter((name) => ![...DERIVED, 'row_number'].includes(name));
  const read = (row: Row, name: string) =>
    name.startsWith('geo_l') && row['geo_county'] !== '' ? '' : (row[name] ?? '');
  const header = names.map((name) => name.replace(/^geo_(?=l)/, ''));
  return Papa.unparse([header, ...rows.map((row) => names.map((name) => read(row, name)))], { quotes: true });
}

/** A text with constructs, in one paragraph, or a paragraph for each part. */
export type Section = readonly string[];

/** Texts for any context, including attributes and strings of scripts. */
export const INLINE: readonly string[] = [
  'In [geo_city | upper], [geo_state | lower]: [note | default:"none"]',
  'Do [if geo_state = "TX" and (phone or email)]Texas [phone | tel][elseif geo_state = "OK"]Oklahoma [if population > 100,000]big[else]small[/if][elseif not phone]quiet[else]elsewhere[/if] it',
  'A [spin]fast || quick [spin]and clean || and [geo_city][/spin] || [note | default:"-"][/spin] job',
  'For [for service in services "|"][service | title], [if service contains "leak"]wet[else]dry[/if]; [/for]all',
  'Near [nearby 3 within:"90 mi" same:"geo_state"][near_city] ([near_distance | number:"0"] mi of [geo_city], [near_state]) [/nearby]end',
  'At [geo_county | default:"?"] [geo_timezone | default:"?"] [row_number]',
  'Count [population | number:"1.234"] [population | plural:"person","people"] since [opened | date:"MMMM D, YYYY"]; [services | first | sentence] [phone | digits] [geo_city | replace:"o","00" | title]',
  'With [for area in areas][spin][area] || [area | upper][/spin]. [/for][if geo_city contains "x" or not (population < 1000)]x[/if]!',
];

/** Markers in separate paragraphs, and the texts between them. */
export const SPANS: readonly Section[] = [
  [
    '[if phone]',
    'Call [phone] now',
    '[elseif email]',
    'Write to [email]',
    'at any time',
    '[else]',
    'Visit us',
    '[/if]',
  ],
  ['[for area in areas]', '[area | sentence] in [geo_city]', '[/for]'],
  ['[nearby 2]', '[near_city] at [near_url]', 'with [near_phone | default:"no phone"]', '[/nearby]'],
  ['[spin]', 'one in [geo_city]', '||', 'two', 'three', '[/spin]'],
  [
    '[if geo_state = “TX”]',
    '[for area in areas]',
    '[if area contains "east"]',
    'East: [area]',
    '[else]',
    'Not: [area]',
    '[/if]',
    '[/for]',
    '[else]',
    'Outside',
    '[/if]',
  ],
];
