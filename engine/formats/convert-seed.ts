/** A seed file with the placeholders that another tool's spelling has, rewritten in brackets. */
import { applyRewrites } from '../contexts/spelling/other-spellings.ts';
import { listSpellings, tellConverted } from '../fill/spelling-notices.ts';
import type { FormatId } from '../format-id.ts';
import type { Problem } from '../problem.ts';
import type { Table } from '../table/table.ts';
import { prepareProject } from './prepare-project.ts';
import { decodeFile, readSeed } from './read-seed.ts';
import { formatOf } from './registry.ts';

interface ConversionInput {
  bytes: Uint8Array;
  file: string;
  format?: FormatId | undefined;
  table: Table;
  keep?: readonly string[] | undefined;
}

export interface ConvertedSeed {
  bytes: Uint8Array<ArrayBuffer>;
  /** One notice for each form that was rewritten. */
  problems: Problem[];
  /** Each text that was rewritten, once. */
  rewritten: { wrong: string; right: string }[];
}

const UTF8_MARK = '\ufeff';
const DECLARED_ENCODING = /^(\s*<\?xml\b[^>]*?\bencoding\s*=\s*)(["'])[^"']*\2/;

/** The file in UTF-8, or `undefined` if there is nothing to convert. */
export function convertSeed({
  bytes,
  file,
  format,
  table,
  keep,
}: ConversionInput): ConvertedSeed | undefined {
  const { seed } = readSeed(bytes, file, format);
  if (!seed) return undefined;
  const { compiled } = prepareProject({ seed, table, key: 'convert', ...(keep && { keep }) });
  const { file: written } = decodeFile(bytes, file, formatOf(seed.platform));
  if (!written) return undefined;
  // a seed that its format repaired or upgraded has other places than the file
  const isSame = written.text === seed.text;
  const own = { ...seed, text: written.text };
  const spellings = listSpellings({ seed: own, table, compiled: isSame ? compiled : undefined });
  if (spellings.every(({ rewritten }) => rewritten === undefined)) return undefined;
  const text = applyRewrites(written.text, spellings).replace(DECLARED_ENCODING, '$1$2UTF-8$2');
  const whole = (written.hasByteOrderMark ? UTF8_MARK : '') + '\n'.repeat(seed.skippedLines) + text;
  const byText = new Map(spellings.map((spelling) => [spelling.text, `[${spelling.name}]`]));
  return {
    bytes: new TextEncoder().encode(whole),
    problems: tellConverted(own, spellings),
    rewritten: [...byText].map(([wrong, right]) => ({ wrong, right })),
  };
}
