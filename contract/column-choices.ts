/** Columns that a user chose to fill placeholders and page settings. */
import { z } from 'zod';
import { storable } from './fields.ts';

const MAX_CHOICES = 500;
const MAX_NAME_CHARACTERS = 300;
const MAX_TEXT_CHARACTERS = 10_000;
/** Limit for all choices together, as stored with each draft, project and run. */
const MAX_CHARACTERS = 100_000;

const columnName = storable(z.string().min(1).max(MAX_NAME_CHARACTERS));
const fixedText = storable(z.string().max(MAX_TEXT_CHARACTERS));
const remembered = z
  .literal(true)
  .optional()
  .describe('Made in an earlier project of the domain; ignored if it doesn’t fit the sheet');

export const columnChoice = z
  .union([
    z.strictObject({
      column: columnName.describe('As written in the sheet'),
      fallback: fixedText.optional().describe('Text for empty cells'),
      remembered,
    }),
    z.strictObject({
      text: fixedText.describe('The same on every page; empty: the placeholder is left empty'),
      remembered,
    }),
  ])
  .meta({ id: 'ColumnChoice' });

export type ColumnChoice = z.output<typeof columnChoice>;

/** Choices by normalized placeholder: without case, spaces, `_` and `-`. */
export const columnChoices = z
  .record(columnName, columnChoice)
  .refine((choices) => Object.keys(choices).length <= MAX_CHOICES, `must be at most ${MAX_CHOICES} choices`)
  .refine(
    (choices) => JSON.stringify(choices).length <= MAX_CHARACTERS,
    `must be at most ${MAX_CHARACTERS} characters`,
  )
  .meta({
    id: 'ColumnChoices',
    description:
      'Keyed by the name of a placeholder or page setting, in lowercase without spaces, `_` or `-`: `pageauthor` for `page_author`',
    examples: [{ geophone: { column: 'Phone' }, pageauthor: { column: 'Author' } }],
  });

export type ColumnChoices = z.output<typeof columnChoices>;

/** Formats choices for storage and comparison: JSON with sorted names, empty without choices. */
export function writeColumnChoices(choices: ColumnChoices): string {
  const names = Object.keys(choices).toSorted();
  if (names.length === 0) return '';
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, sortChoice(choices[name])])));
}

function sortChoice(choice: ColumnChoice | undefined): ColumnChoice | undefined {
  if (choice === undefined) return undefined;
  const mark = choice.remembered && { remembered: choice.remembered };
  if ('text' in choice) return { text: choice.text, ...mark };
  const { column, fallback } = choice;
  return { column, ...(fallback !== undefined && { fallback }), ...mark };
}

/** Marks the choices of an earlier project for another one of the domain; with their marks they may exceed the limit. */
export function markRemembered(choices: ColumnChoices): ColumnChoices {
  const marked = Object.entries(choices).map(([name, choice]) => [name, { ...choice, remembered: true }]);
  return joinColumnChoices(Object.fromEntries(marked), {});
}

/** Filters the choices that were made in this project. */
export function listOwnChoices(choices: ColumnChoices): ColumnChoices {
  return Object.fromEntries(Object.entries(choices).filter(([, { remembered: isOfDomain }]) => !isOfDomain));
}

/** Adds earlier choices with other names to new ones, up to the limit. */
export function joinColumnChoices(before: ColumnChoices, chosen: ColumnChoices): ColumnChoices {
  const joined = { ...chosen };
  let count = Object.keys(chosen).length;
  let characters = JSON.stringify(chosen).length;
  for (const [name, choice] of Object.entries(before)) {
    if (Object.hasOwn(chosen, name)) continue;
    count += 1;
    characters += JSON.stringify({ [name]: choice }).length;
    if (count > MAX_CHOICES || characters > MAX_CHARACTERS) break;
    joined[name] = choice;
  }
  return joined;
}

/** Reads what `writeColumnChoices` wrote. */
export function readColumnChoices(text: string): ColumnChoices {
  return text === '' ? {} : columnChoices.parse(JSON.parse(text));
}

/** Also accepts JSON text, since every value of a form is text. */
export const formColumnChoices = z.preprocess((value, context) => {
  if (typeof value !== 'string') return value;
  if (value === '') return undefined;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    context.addIssue({ code: 'custom', message: 'must be JSON', input: value });
    return z.NEVER;
  }
}, columnChoices.optional());
