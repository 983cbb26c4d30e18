/** Writes constructs of the page language from the fields of the dialog. */

export const CONSTRUCTS = ['condition', 'variants', 'list', 'neighbors'] as const;
export type ConstructKind = (typeof CONSTRUCTS)[number];

/** Operators of a comparison, as the dialog names them. */
export const OPERATORS = [
  { value: '=', label: 'is' },
  { value: '!=', label: 'isn’t' },
  { value: 'contains', label: 'contains' },
  { value: '>', label: 'is more than' },
  { value: '<', label: 'is less than' },
  { value: 'filled', label: 'isn’t empty' },
  { value: 'empty', label: 'is empty' },
] as const;
export type Operator = (typeof OPERATORS)[number]['value'];

export interface Comparison {
  column: string;
  operator: Operator;
  text: string;
}

export interface ConstructValues {
  condition: { comparisons: readonly Comparison[]; join: 'and' | 'or'; shown: string; otherwise: string };
  variants: readonly string[];
  /** An empty separator stands for commas, semicolons, bars and line breaks. */
  list: { column: string; separator: string; body: string };
  /** An empty distance or column sets no limit. */
  neighbors: { count: string; within: string; unit: 'mi' | 'km'; same: string; body: string };
}

export const SEPARATORS = [
  { value: '', label: 'Any of , ; | or lines' },
  { value: ',', label: 'Commas' },
  { value: ';', label: 'Semicolons' },
  { value: '|', label: 'Bars ( | )' },
] as const;

/** Placeholders that only the body of a construct has. */
export const OWN_PLACEHOLDERS: Readonly<Record<ConstructKind, readonly string[]>> = {
  condition: [],
  variants: [],
  list: ['[item]'],
  neighbors: ['[near_city]', '[near_url]', '[near_distance | number:"0"]'],
};

const NAME = /^[\p{L}\p{M}\p{N} _-]*\p{L}[\p{L}\p{M}\p{N} _-]*$/u;
const WORDS = /(?:^|\s)(?:and|or|not|contains)(?:\s|$)/i;
/** A number without quotes. */
const NUMBER = /^-?\d[\d.,]*$/;

/** Checks if a marker can name the column. */
export function isNameable(column: string): boolean {
  return NAME.test(column) && !WORDS.test(column);
}

/** True for an operator without a text. */
export function isUnary(operator: Operator): boolean {
  return operator === 'filled' || operator === 'empty';
}

function quote(text: string): string {
  return text.includes('"') ? `'${text}'` : `"${text}"`;
}

function writeComparison({ column, operator, text }: Comparison): string {
  if (operator === 'filled') return column;
  if (operator === 'empty') return `not ${column}`;
  const isNumber = (operator === '>' || operator === '<') && NUMBER.test(text.trim());
  return `${column} ${operator} ${isNumber ? text.trim() : quote(text)}`;
}

/** A construct that the dialog opens with. */
export interface FirstConstruct {
  kind: ConstructKind;
  /** A condition shows these columns where they aren't empty. */
  columns?: readonly string[];
  /** Text to vary. */
  text?: string;
}

/** The entries that the dialog opens with. */
export function toFirstValues(columns: readonly string[], first?: FirstConstruct): ConstructValues {
  const shown = first?.columns?.filter(isNameable) ?? [];
  const find = (pattern: RegExp) => columns.find((column) => pattern.test(column));
  const state = find(/^(?:geo[ _-]?)?state$/i);
  const column = state ?? columns[0] ?? '';
  return {
    condition: {
      comparisons:
        shown.length > 0
          ? shown.map((name) => ({ column: name, operator: 'filled', text: '' }))
          : [{ column, operator: '=', text: '' }],
      join: 'and',
      shown: shown.map((name) => `[${name}]`).join(' '),
      otherwise: '',
    },
    variants: [first?.text ?? '', ''],
    list: {
      column: find(/service|list|zips|areas|neighborhoods/i) ?? columns[0] ?? '',
      separator: '',
      body: '<li>[item]</li>',
    },
    neighbors: {
      count: '5',
      within: '30',
      unit: 'mi',
      same: state ?? '',
      body: '<li><a href="[near_url]">[near_city]</a></li>',
    },
  };
}

/** Says what is missing; undefined if the construct can be written. */
export function findGap(kind: ConstructKind, values: ConstructValues): string | undefined {
  const { condition, variants, list, neighbors } = values;
  if (kind === 'condition') {
    const { comparisons, shown, otherwise } = condition;
    if (comparisons.some(({ column }) => column === '')) return 'Choose a column.';
    if (
      comparisons.some(
        ({ operator, text }) => !['=', '!='].includes(operator) && !isUnary(operator) && text.trim() === '',
      )
    )
      return 'Enter the text to compare with.';
    return shown === '' && otherwise === '' ? 'Enter the text to show.' : undefined;
  }
  if (kind === 'variants')
    return variants.filter((text) => text.trim() !== '').length < 2
      ? 'Enter at least two variants.'
      : undefined;
  if (kind === 'list') {
    if (list.column === '') return 'Choose a column.';
    return list.body === '' ? 'Enter the text for each entry.' : undefined;
  }
  if (!/^[1-9]\d{0,2}$/.test(neighbors.count) || Number(neighbors.count) > 100)
    return 'Enter a number from 1 to 100.';
  if (neighbors.within !== '' && !(Number(neighbors.within) > 0))
    return 'Enter a distance, or leave it empty.';
  return neighbors.body === '' ? 'Enter the text for each neighbor.' : undefined;
}

/** Writes the construct; call it only without a gap. */
export function writeConstruct(kind: ConstructKind, values: ConstructValues): string {
  const { condition, variants, list, neighbors } = values;
  switch (kind) {
    case 'condition': {
      const { comparisons, join, shown, otherwise } = condition;
      const test = comparisons.map(writeComparison).join(` ${join} `);
      return `[if ${test}]${shown}${otherwise === '' ? '' : `[else]${otherwise}`}[/if]`;
    }
    case 'variants':
      return `[spin]${variants.filter((text) => text.trim() !== '').join(' || ')}[/spin]`;
    case 'list': {
      const separator = list.separator === '' ? '' : ` "${list.separator}"`;
      return `[for item in ${list.column}${separator}]${list.body}[/for]`;
    }
    case 'neighbors': {
      const { count, within, unit, same, body } = neighbors;
      const limits = [within !== '' && ` within:"${within} ${unit}"`, same !== '' && ` same:"${same}"`];
      return `[nearby ${count}${limits.filter((limit) => limit !== false).join('')}]${body}[/nearby]`;
    }
  }
}
