/**
 * Naive interpreter of the page language, written from docs/page-language.md without any code of the engine. It reads
 * constructs as users type them, and returns a pattern that accepts any variant of a `[spin]`.
 */

export type Row = Readonly<Record<string, string>>;

/** The sheet of a row. */
export interface Sheet {
  rows: readonly Row[];
  /** URL of the page of a row. */
  getUrl: (row: Row) => string;
}

interface Construct {
  kind: 'construct';
  open: string;
  bodies: { marker: string; nodes: Node[] }[];
}
type Node = { kind: 'text'; text: string } | { kind: 'value'; text: string } | Construct;

const TOKEN = /\[[^[\]]*\]| *\|\| */g;
const EARTH_MILES = 3958.7613;

/** Parses texts, values and constructs; a body begins at its marker. */
function parse(source: string): Node[] {
  const top: Node[] = [];
  const open: { construct: Construct; around: Node[] }[] = [];
  let nodes = top;
  let copied = 0;
  const next = (marker: string) => {
    nodes = [];
    open.at(-1)?.construct.bodies.push({ marker, nodes });
  };
  for (const { 0: token, index } of source.matchAll(TOKEN)) {
    const isSpin = open.at(-1)?.construct.open.startsWith('spin') === true;
    const isBar = token.includes('||') && !token.startsWith('[');
    if (isBar && !isSpin) continue;
    nodes.push({ kind: 'text', text: source.slice(copied, index) });
    copied = index + token.length;
    const marker = token.replace(/^\[|\]$/g, '').trim();
    if (/^(?:if|for|nearby) |^spin$/.test(marker)) {
      const construct: Construct = { kind: 'construct', open: marker, bodies: [] };
      nodes.push(construct);
      open.push({ construct, around: nodes });
      next(marker);
    } else if (isBar || /^elseif |^else$/.test(marker)) next(marker);
    else if (marker.startsWith('/')) nodes = open.pop()?.around ?? top;
    else nodes.push({ kind: 'value', text: marker });
  }
  nodes.push({ kind: 'text', text: source.slice(copied) });
  if (open.length > 0) throw new Error(`Unclosed construct: ${source}`);
  return top;
}

/** Splits at a separator outside of quotes. */
function splitOutside(text: string, separator: RegExp): string[] {
  const [first = '', ...more] = text
    .split(/("[^"]*")/)
    .map((part, index) => (index % 2 ? part : part.replace(separator, '\0')));
  return [first, ...more]
    .join('')
    .split('\0')
    .map((part) => part.trim());
}

const toNumber = (text: string) =>
  /^-?[\d,]+(?:\.\d+)?$/.test(text) ? Number(text.replaceAll(',', '')) : Number.NaN;
const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

function group(text: string, model: string): string {
  const number = toNumber(text);
  if (Number.isNaN(number)) return text;
  if (model === '0') return number.toFixed(0);
  return new Intl.NumberFormat(model === '1.234' ? 'de-DE' : 'en-US', { maximumFractionDigits: 0 }).format(
    number,
  );
}

function formatDate(text: string): string {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  return year === '' ? text : `${MONTHS[Number(month) - 1]} ${Number(day)}, ${year}`;
}

function applyFilter(value: string, filter: string): string {
  const [name = '', ...rest] = filter.split(':');
  const [one = '', two = ''] = [...rest.join(':').matchAll(/"([^"]*)"|(\d+)/g)].map(
    (found) => found[1] ?? found[2] ?? '',
  );
  switch (name.trim()) {
    case 'upper':
      return value.toUpperCase();
    case 'lower':
      return value.toLowerCase();
    case 'title':
      return value
        .toLowerCase()
        .replace(
          /(^|[\s(/-])(\p{L})/gu,
          (_all, before: string, letter: string) => before + letter.toUpperCase(),
        );
    case 'sentence':
      return value.replace(/\p{L}/u, (letter) => letter.toUpperCase());
    case 'digits':
      return value.replace(/\D/g, '');
    case 'tel':
      return (value.trim().startsWith('+') ? '+' : '') + value.replace(/\D/g, '');
    case 'first':
      return (value.split(/[,;|\n]/)[0] ?? '').trim();
    case 'default':
      return value === '' ? one : value;
    case 'number':
      return group(value, one);
    case 'date':
      return formatDate(value);
    case 'replace':
      return value.split(one).join(two);
    case 'plural':
      return value === '' ? '' : toNumber(value) === 1 ? one : two;
    default:
      throw new Error(`Unknown filter: ${filter}`);
  }
}

const fold = (text: string) => text.trim().toUpperCase();

function compare(value: string, operator: string, text: string): boolean {
  if (operator === '=') return fold(value) === fold(text);
  if (operator === '!=') return fold(value) !== fold(text);
  if (operator === 'contains') return fold(value).includes(fold(text));
  const [number, bound] = [toNumber(value), toNumber(text)];
  return operator === '>' ? number > bound : number < bound;
}

/** Evaluates a condition: splits at `or`, then at `and`, then at `not`, because `not` binds tightest. */
function holds(condition: string, row: Row): boolean {
  const parts = (separator: RegExp) => {
    let depth = 0;
    const words = condition.match(/"[^"]*"|[()]|[^\s()"]+/g) ?? [];
    const lists: string[][] = [[]];
    for (const word of words) {
      depth += word === '(' ? 1 : word === ')' ? -1 : 0;
      if (depth === 0 && separator.test(word)) lists.push([]);
      else lists.at(-1)?.push(word);
    }
    return lists.map((list) => list.join(' '));
  };
  const either = parts(/^or$/);
  if (either.length > 1) return either.some((part) => holds(part, row));
  const both = parts(/^and$/);
  if (both.length > 1) return both.every((part) => holds(part, row));
  if (condition.startsWith('not ')) return !holds(condition.slice(4), row);
  if (condition.startsWith('(')) return holds(condition.replace(/^\( ?| ?\)$/g, ''), row);
  const [, name = '', operator, quoted, bare] =
    /^(\w+)(?: (!=|=|<|>|contains) (?:"([^"]*)"|(.*)))?$/.exec(condition) ?? [];
  const value = readCell(row, name);
  return operator === undefined ? value.trim() !== '' : compare(value, operator, quoted ?? bare ?? '');
}

function readCell(row: Row, name: string): string {
  const value = Object.hasOwn(row, name) ? row[name] : undefined;
  if (value === undefined) throw new Error(`Unknown column: ${name}`);
  return value;
}

function measureMiles(from: Row, to: Row): number {
  const [a, b, c, d] = [from['geo_lat'], to['geo_lat'], from['geo_lng'], to['geo_lng']].map(
    (degrees) => (Number(degrees) * Math.PI) / 180,
  );
  const [lat, other, lng, far] = [a ?? 0, b ?? 0, c ?? 0, d ?? 0];
  const half =
    Math.sin((other - lat) / 2) ** 2 + Math.cos(lat) * Math.cos(other) * Math.sin((far - lng) / 2) ** 2;
  return 2 * EARTH_MILES * Math.asin(Math.sqrt(half));
}

/** Lists the neighbors of each row; a row in no list is appended to the list of its nearest row. */
function listNeighbors(rows: readonly Row[], marker: string): Map<Row, Row[]> {
  const count = Number(/\d+/.exec(marker)?.[0]);
  const within = Number(/within:"(\d+) mi"/.exec(marker)?.[1] ?? Infinity);
  const same = /same:"(\w+)"/.exec(marker)?.[1];
  const located = rows.filter((row) => row['geo_lat'] !== '');
  const lists = new Map(
    located.map((row) => {
      const others = located.filter((other) => other !== row && measureMiles(row, other) <= within);
      const alike = others.filter(
        (other) => same === undefined || fold(readCell(other, same)) === fold(readCell(row, same)),
      );
      return [row, alike.toSorted((a, b) => measureMiles(row, a) - measureMiles(row, b)).slice(0, count)];
    }),
  );
  const listed = new Set([...lists.values()].flat());
  const nearest = new Map([...lists].map(([row, [first]]) => [row, first]));
  for (const row of located) {
    const host = nearest.get(row);
    if (!listed.has(row) && host) lists.get(host)?.push(row);
  }
  return lists;
}

const escapeRegExp = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);

/** Returns a pattern of the texts that may replace `source` on the page of a row. */
export function interpret(source: string, row: Row, sheet: Sheet): string {
  return interpretNodes(parse(source.replace(/[“”]/g, '"')), row, { ...sheet, own: row });
}

function interpretNodes(nodes: readonly Node[], row: Row, sheet: Sheet & { own: Row }): string {
  const write = (list: readonly Node[], of = row) => interpretNodes(list, of, sheet);
  return nodes
    .map((node): string => {
      if (node.kind === 'text') return escapeRegExp(node.text);
      if (node.kind === 'value') {
        const [name = '', ...filters] = splitOutside(node.text, /\|/g);
        return escapeRegExp(filters.reduce(applyFilter, readCell(row, name)));
      }
      const [first] = node.bodies;
      if (node.open === 'spin') return `(?:${node.bodies.map((body) => write(body.nodes)).join('|')})`;
      if (node.open.startsWith('if ')) {
        const taken = node.bodies.find(
          ({ marker }) => marker === 'else' || holds(marker.replace(/^\w+ /, ''), row),
        );
        return write(taken?.nodes ?? []);
      }
      if (node.open.startsWith('for ')) {
        const [, item = '', list = '', separator] = /^for (\w+) in (\w+)(?: "(.+)")?$/.exec(node.open) ?? [];
        const entries = readCell(row, list).split(separator ?? /[,;|\n]/);
        return entries
          .filter((entry) => entry.trim() !== '')
          .map((entry) => write(first?.nodes ?? [], { ...row, [item]: entry.trim() }))
          .join('');
      }
      return (listNeighbors(sheet.rows, node.open).get(sheet.own) ?? [])
        .map((near) =>
          write(first?.nodes ?? [], {
            ...row,
            near_city: readCell(near, 'geo_city'),
            near_state: readCell(near, 'geo_state'),
            near_phone: readCell(near, 'phone'),
            near_url: sheet.getUrl(near),
            near_distance: String(measureMiles(sheet.own, near)),
          }),
        )
        .join('');
    })
    .join('');
}
