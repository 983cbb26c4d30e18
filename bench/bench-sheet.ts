/** Generates sheets: realistic rows of about 270 bytes with unique slugs. */

const HEADER =
  'geo_city,geo_state,state_code,geo_zip,county,lat,lng,phone,geo_url,local_intro,review_count,open_sunday';
const FIRST = ['Cedar', 'Maple', 'Fort', "O'", 'Saint ', 'New ', 'Lake', 'Oak', 'San ', 'Mount '];
const SECOND = ['ford', 'Clair', 'Fallon', 'Rapids', 'Haven', 'Ridge', 'Cañon', 'ville', 'Luis', 'Grove'];
const THIRD = [
  '',
  ' Heights',
  ' Park',
  ' Hills',
  ' Falls',
  ' Beach',
  ' Springs',
  ' Valley',
  ' Point',
  ' Bay',
];
const STATES = [
  ['California', 'CA'],
  ['Texas', 'TX'],
  ['New York', 'NY'],
  ['Ohio', 'OH'],
  ['Florida', 'FL'],
] as const;
const INTROS = [
  'We have mended leaking pipes here since 1985. Basements flood when the creek rises; we fit check valves. Estimates are free and written.',
  'Frost reaches 47 inches deep in this county, so we bury lines deeper. New estates use PEX, and we carry every fitting.',
  'Hard water eats heaters here. Ask for ""softener & heater"" together: it costs less, and we <always> haul the old one away.',
  'Call before nine and we come the same day, on Saturdays too. We leave the floor cleaner than we found it.',
];

function pick<Item>(list: readonly Item[], index: number): Item {
  const item = list[index % list.length];
  if (item === undefined) throw new Error('Can’t pick from an empty list.');
  return item;
}

function writeRow(index: number): string {
  const city = `${pick(FIRST, index)}${pick(SECOND, Math.floor(index / 10))}${pick(THIRD, Math.floor(index / 100))}`;
  const [state, code] = pick(STATES, Math.floor(index / 1000));
  const slug = `${city}-${code}-${index + 1}`
    .toLowerCase()
    .replaceAll('ñ', 'n')
    .replaceAll(/[^a-z0-9]+/g, '-');
  const lat = (25 + (index % 20_000) / 1000).toFixed(5);
  const lng = (-124 + (index % 50_000) / 1000).toFixed(5);
  const phone = `(${200 + (index % 700)}) 555-${String(index % 10_000).padStart(4, '0')}`;
  const zip = String(10_000 + (index % 89_999));
  const sunday = index % 3 === 0 ? 'yes' : 'no';
  const place = [city, state, code, zip, pick(SECOND, index + 3), lat, lng, phone, slug];
  return [...place, `"${city}: ${pick(INTROS, index)}"`, String(index % 900), sunday].join(',');
}

/** Writes a CSV sheet. */
export function writeBenchSheet(rows: number): string {
  const lines = Array.from({ length: rows }, (_, index) => writeRow(index));
  return `${HEADER}\n${lines.join('\n')}\n`;
}
