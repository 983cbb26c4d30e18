/** A seed file with the placeholders that another tool's spelling has, rewritten in brackets. */
import { applyRewrites } from '../encoding/spelling/other-spellings.ts';
import { listSpellings, reportConversions } from '../render/spelling-notices.ts';
import type { Problem } from '../problem.ts';
import type { Table } from '../sheet/table.ts';
import type { ColumnChoices } from '../language/columns.ts';
import { encodeSeed } from './encode-seed.ts';
import { prepareProject } from './prepare-project.ts';
import { decodeFile, readSeed } from './read-seed.ts';
import { getPlatform, type PlatformId } from './registry.ts';

interface ConversionInput {
  bytes: Uint8Array;
  file: string;
  format?: PlatformId | undefined;
  table: Table;
  keep?: readonly string[] | undefined;
  columns?: ColumnChoices | undefined;
  /** Title, id or slug of the seed page. */
  page?: string | undefined;
}

export interface ConvertedSeed {
  bytes: Uint8Array<ArrayBuffer>;
  /** One notice for each form that was rewritten. */
  problems: Problem[];
  /** Each text that was rewritten, once. */
  rewritten: { wrong: string; right: string }[];
}

/** The file in UTF-8, or `undefined` if there is nothing to convert. */
export function convertSeed({
  bytes,
  file,
  format,
  table,
  keep,
  columns,
  page,
}: ConversionInput): ConvertedSeed | undefined {
  const { seed } = readSeed(bytes, file, format);
  if (!seed) return undefined;
  const { compiled } = prepareProject({ seed, table, key: 'convert', keep, columns, page });
  const platform = getPlatform(seed.platform);
  const { file: written } = decodeFile(bytes, file, platform);
  if (!written) return undefined;
  // a seed that its format repaired or upgraded has other places than the file
  const isSame = written.text === seed.text;
  const places = isSame ? { compiled, pages: platform.listPages?.(seed, page) } : {};
  const source = { ...seed, text: written.text };
  const spellings = listSpellings({
    seed: source,
    table,
    columns,
    ...places,
    hasTemplateTags: platform.hasTemplateTags === true,
  });
  if (spellings.every(({ rewritten }) => rewritten === undefined)) return undefined;
  const byText = new Map(spellings.map((spelling) => [spelling.text, `[${spelling.name}]`]));
  return {
    bytes: encodeSeed(applyRewrites(written.text, spellings), seed, bytes),
    problems: reportConversions(source, spellings),
    rewritten: [...byText].map(([wrong, right]) => ({ wrong, right })),
  };
}
