/**
 * Test only: random constructs as trees, their text as a user types it, and a naive interpreter of the trees. It allows
 * each variant of a `[spin]`.
 */
import fc from 'fast-check';

/** Cells by the names of their columns. */
export type Row = Record<string, string>;
type Condition =
  | { op: 'filled'; name: string }
  | { op: '=' | '!=' | 'contains' | '<' | '>='; name: string; text: string }
  | { op: 'not'; of: Condition }
  | { op: 'and'; of: [Condition, Condition] }
  | { op: 'or'; of: [Condition, Condition] };
/** A part of a text. */
export type Node =
  | { kind: 'text'; text: string }
  | { kind: 'value'; name: string; filter: '' | 'upper' | 'default' }
  | { kind: 'if'; branches: [Condition, Node[]][]; otherwise: Node[] | undefined }
  | { kind: 'spin'; variants: Node[][] }
  | { kind: 'for'; item: string; list: string; separator: string; body: Node[] };

const ITEMS = ['svc', 'entry'];
const LISTS = [
  ['services', '|'],
  ['towns', ';'],
] as const;
const NAMES = ['geo_city', 'geo_state', 'phone', 'population', 'services'];
const TEXTS = ['in town', 'Call us, now', 'é—ß', '“so”', "it's", 'say "hi"', '😀'];
/** Number of rows of a case. */
export const ROWS = 4;

const condition: fc.Arbitrary<Condition> = fc.letrec<{ any: Condition }>((tie) => ({
  any: fc.oneof(
    { depthSize: 'small', maxDepth: 2 },
    fc.constantFrom(...NAMES).map((name): Condition => ({ op: 'filled', name })),
    fc.record({
      op: fc.constantFrom('=' as const, '!=' as const, 'contains' as const),
      name: fc.constantFrom('geo_state', 'phone', 'services', 'svc', 'geo_city'),
      text: fc.constantFrom('TX', 'ok', 'Drains', "o'b", 'Ä & b', '555'),
    }),
    fc.record({
      op: fc.constantFrom('<' as const, '>=' as const),
      name: fc.constant('population'),
      text: fc.constantFrom('5', '1,000', '-2.5'),
    }),
    fc.record({ op: fc.constant('not' as const), of: tie('any') }),
    fc.record({ op: fc.constantFrom('and' as const, 'or' as const), of: fc.tuple(tie('any'), tie('any')) }),
  ),
})).any;

/** Random texts with constructs; their items may have to be bound. */
export const nodes: fc.Arbitrary<Node[]> = fc.letrec<{ list: Node[]; node: Node }>((tie) => ({
  list: fc.array(tie('node'), { maxLength: 3 }),
  node: fc.oneof(
    { depthSize: 'medium', maxDepth: 4, withCrossShrink: true },
    fc.constantFrom(...TEXTS).map((text): Node => ({ kind: 'text', text })),
    fc.record({
      kind: fc.constant('value' as const),
      name: fc.constantFrom('geo_city', 'v', 'w', 'svc'),
      filter: fc.constantFrom('' as const, 'upper' as const),
    }),
    fc.record({
      kind: fc.constant('value' as const),
      name: fc.constantFrom('phone', 'services', 'entry'),
      filter: fc.constant('default' as const),
    }),
    fc.record({
      kind: fc.constant('if' as const),
      branches: fc.array(fc.tuple(condition, tie('list')), { minLength: 1, maxLength: 3 }),
      otherwise: fc.option(tie('list'), { nil: undefined }),
    }),
    fc.record({
      kind: fc.constant('spin' as const),
      variants: fc.array(tie('list'), { minLength: 1, maxLength: 3 }),
    }),
    fc
      .record({ item: fc.constantFrom(...ITEMS), list: fc.constantFrom(...LISTS), body: tie('list') })
      .map(({ item, list: [list, separator], body }): Node => ({ kind: 'for', item, list, separator, body })),
  ),
})).list;

function writeCondition(of: Condition): string {
  if (of.op === 'filled') return of.name;
  if (of.op === 'not') return `not (${writeCondition(of.of)})`;
  if (of.op === 'and' || of.op === 'or') return `(${of.of.map(writeCondition).join(` ${of.op} `)})`;
  return `${of.name} ${of.op} "${of.text}"`;
}

/** An item outside of its list is refused, so its name is replaced. */
export function bind(list: readonly Node[], bound: ReadonlySet<string> = new Set()): Node[] {
  const rename = (name: string) => (ITEMS.includes(name) && !bound.has(name) ? 'v' : name);
  const bindCondition = (of: Condition): Condition => {
    if (of.op === 'not') return { ...of, of: bindCondition(of.of) };
    if (of.op === 'and' || of.op === 'or')
      return { ...of, of: [bindCondition(of.of[0]), bindCondition(of.of[1])] };
    return { ...of, name: rename(of.name) };
  };
  return list.map((node): Node => {
    switch (node.kind) {
      case 'text':
        return node;
      case 'value':
        return { ...node, name: rename(node.name) };
      case 'spin':
        return { ...node, variants: node.variants.map((each) => bind(each, bound)) };
      case 'for':
        return { ...node, body: bind(node.body, new Set([...bound, node.item])) };
      case 'if':
        return {
          ...node,
          branches: node.branches.map(([when, body]) => [bindCondition(when), bind(body, bound)]),
          otherwise: node.otherwise && bind(node.otherwise, bound),
        };
    }
  });
}

/** Writes the constructs as a user types them. */
export function write(list: readonly Node[]): string {
  return list
    .map((node) => {
      switch (node.kind) {
        case 'text':
          return node.text;
        case 'value':
          return `[${node.name}${{ '': '', upper: ' | upper', default: ' | default:"none"' }[node.filter]}]`;
        case 'spin':
          return `[spin]${node.variants.map(write).join(' || ')}[/spin]`;
        case 'for':
          return `[for ${node.item} in ${node.list} "${node.separator}"]${write(node.body)}[/for]`;
        case 'if': {
          const branches = node.branches.map(
            ([when, body], index) =>
              `[${index === 0 ? 'if' : 'elseif'} ${writeCondition(when)}]${write(body)}`,
          );
          return `${branches.join('')}${node.otherwise ? `[else]${write(node.otherwise)}` : ''}[/if]`;
        }
      }
    })
    .join('');
}

const escapeRegExp = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
const fold = (text: string) => text.trim().toUpperCase();

function isMet(of: Condition, row: Row): boolean {
  if (of.op === 'not') return !isMet(of.of, row);
  if (of.op === 'and') return of.of.every((each) => isMet(each, row));
  if (of.op === 'or') return of.of.some((each) => isMet(each, row));
  const text = row[of.name] ?? '';
  if (of.op === 'filled') return text !== '';
  if (of.op === '=') return fold(text) === fold(of.text);
  if (of.op === '!=') return fold(text) !== fold(of.text);
  if (of.op === 'contains') return fold(text).includes(fold(of.text));
  const [number, bound] = [text, of.text].map((each) => Number(each === '' ? 'none' : each.replace(',', '')));
  return number !== undefined && bound !== undefined && (of.op === '<' ? number < bound : number >= bound);
}

/** Returns a pattern of the texts that a row may have. */
export function interpret(list: readonly Node[], row: Row): string {
  return list
    .map((node): string => {
      switch (node.kind) {
        case 'text':
          return escapeRegExp(node.text);
        case 'value': {
          const text = row[node.name] ?? '';
          if (node.filter === 'default') return escapeRegExp(text === '' ? 'none' : text);
          return escapeRegExp(node.filter === 'upper' ? text.toUpperCase() : text);
        }
        case 'spin':
          return `(?:${node.variants.map((each) => interpret(each, row)).join('|')})`;
        case 'for':
          return (row[node.list] ?? '')
            .split(node.separator)
            .filter((part) => part.trim() !== '')
            .map((part) => interpret(node.body, { ...row, [node.item]: part.trim() }))
            .join('');
        case 'if': {
          const taken = node.branches.find(([when]) => isMet(when, row))?.[1] ?? node.otherwise;
          return taken ? interpret(taken, row) : '';
        }
      }
    })
    .join('');
}

const value = fc.constantFrom(
  'plain',
  'a & b',
  '<b>bold</b>',
  'say "x"',
  "o'b",
  '😀',
  'ß',
  String.raw`C:\n`,
  '$& $1',
);
/** Random cells without the name and the slug of the town. */
export const row: fc.Arbitrary<Row> = fc.record({
  v: value,
  w: value,
  geo_state: fc.constantFrom('TX', 'tx', 'OK', ''),
  phone: fc.constantFrom('', '555-1', "o'b"),
  population: fc.constantFrom('', '5', '1,200', '-3', 'many'),
  services: fc.constantFrom('', 'Drains', 'Drains|Leaks, <i>floods</i>; & more', 'a | | "b"'),
  towns: fc.constantFrom('', 'Austin; Ä & b, c | d', 'TX;OK;TX'),
});
