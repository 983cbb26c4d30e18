/** Reports placeholders in another tool's spelling: one notice for each form, and one for all converted ones. */
import type { Range } from '../encoding/piece.ts';
import { type OtherSpelling, findOtherSpellings } from '../encoding/spelling/other-spellings.ts';
import type { Problem } from '../problem.ts';
import { type ColumnChoices, Columns } from '../language/columns.ts';
import type { Table } from '../sheet/table.ts';
import type { CompiledSeed } from './project.ts';
import { type Seed, locateInSeed } from './seed.ts';

/** Maximum number of texts and lines to list per form. */
const MAX_LISTED = 5;

export interface SpelledSeed {
  seed: Seed;
  table: Table;
  /** Chosen sources of placeholders. */
  columns?: ColumnChoices | undefined;
  compiled?: CompiledSeed | undefined;
  /** Records to scan if no pattern is chosen yet; if omitted, the whole file. */
  pages?: readonly Range[] | undefined;
  /** The site evaluates `{{ }}`. */
  hasTemplateTags: boolean;
}

/** Finds all spellings on the page, with their places in the seed’s text. */
export function listSpellings({
  seed,
  table,
  columns,
  compiled,
  pages,
  hasTemplateTags,
}: SpelledSeed): OtherSpelling[] {
  const whole = [{ from: 0, to: seed.text.length }];
  const ranges = compiled ? [{ from: compiled.pattern.start, to: compiled.pattern.end }] : (pages ?? whole);
  const search = { columns: new Columns(table.columns, columns), hasTemplateTags };
  return ranges.flatMap((range) =>
    findOtherSpellings(seed.text.slice(range.from, range.to), search).map((spelling) => ({
      ...spelling,
      from: spelling.from + range.from,
      to: spelling.to + range.from,
    })),
  );
}

function listSome(values: readonly (string | number)[]): string {
  const distinct = [...new Set(values)];
  const more = distinct.length - MAX_LISTED;
  return distinct.slice(0, MAX_LISTED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

function describePlaces(seed: Seed, spellings: readonly OtherSpelling[]): string {
  const lines = spellings.map(({ from }) => locateInSeed(seed, from).line);
  const noun = new Set(lines).size === 1 ? 'line' : 'lines';
  return `${spellings.length} ${spellings.length === 1 ? 'place' : 'places'}, ${noun} ${listSome(lines)}`;
}

const groupByForm = (spellings: readonly OtherSpelling[]): OtherSpelling[][] => [
  ...Map.groupBy(spellings, ({ form }) => form).values(),
];

/** Lists spellings of a seed that would appear on every page. */
export function reportOtherSpellings(spelled: SpelledSeed): Problem[] {
  const { seed } = spelled;
  return groupByForm(listSpellings(spelled)).map((spellings): Problem => {
    const [first] = spellings;
    const texts = [...new Set(spellings.map(({ text }) => text))];
    const [verb, object, more] = texts.length === 1 ? ['looks', 'it', ''] : ['look', 'all', ' and so on'];
    return {
      code: 'other-spelling',
      severity: 'notice',
      file: seed.file,
      ...locateInSeed(seed, first?.from ?? 0),
      text: `${listSome(texts)} ${verb} like another tool's placeholder and would appear on every page as written (${describePlaces(seed, spellings)}). Convert ${object} to [${first?.name}]${more} with "Convert all" (on the command line: --convert).`,
    };
  });
}

/** Lists the spellings that were converted to brackets. */
export function reportConversions(seed: Seed, spellings: readonly OtherSpelling[]): Problem[] {
  return groupByForm(spellings).map((converted) => ({
    code: 'spelling-converted',
    severity: 'notice',
    file: seed.file,
    text: `${listSome(converted.map(({ text }) => text))} (${describePlaces(seed, converted)}): converted to brackets, such as [${converted[0]?.name}].`,
  }));
}
