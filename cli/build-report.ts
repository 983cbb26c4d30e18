/** Prints the result of `build` and `test`: text with the verdict first, or one JSON object. */
import { basename, join } from 'node:path';
import { styleText } from 'node:util';
import type { Problem } from '#engine';
import { MANIFEST_FILE } from '#pump/manifest.ts';
import type { PartEntry } from '#pump/verify-parts.ts';
import { LINKS_FILE } from '#pump/write-parts.ts';
import type { BuildFlags, BuildMode } from './build-flags.ts';
import { EXIT, type ExitCode, measureProcess, printJson, printLines } from './command-result.ts';
import { formatCount, writeProblems } from './problem-text.ts';
import { writeTable } from './terminal-table.ts';

export interface BuildOutcome {
  /** `refused`: faults in the input or of the file system; `failed`: faults found by the audit. */
  state: 'completed' | 'refused' | 'failed';
  /** Pages that are ready to import; in a failed run, pages that passed the audit. */
  pages: number;
  /** Skipped rows. */
  skipped: number;
  parts: PartEntry[];
  formedLinks: number;
  problems: Problem[];
}

function findExitCode({ state, skipped }: BuildOutcome): ExitCode {
  if (state !== 'completed') return EXIT.refused;
  return skipped > 0 ? EXIT.skips : EXIT.completed;
}

function writeVerdict({ state, pages, skipped }: BuildOutcome, mode: BuildMode): string {
  if (state === 'refused') return styleText(['bold', 'red'], 'Refused. Nothing was written.');
  const all = pages + skipped;
  if (state === 'failed') {
    return styleText(
      ['bold', 'red'],
      `The audit failed: ${formatCount(pages, 'page')} of ${all} would import. No files were written.`,
    );
  }
  if (mode === 'test')
    return styleText(['bold', 'green'], `${formatCount(pages, 'sample page')} ready to import.`);
  const total = formatCount(all, 'page');
  if (skipped === 0)
    return styleText(['bold', 'green'], `${pages.toLocaleString('en-US')} of ${total} ready to import.`);
  const rows = `${formatCount(skipped, 'row')} ${skipped === 1 ? 'is' : 'are'} skipped`;
  return styleText(
    ['bold', 'yellow'],
    `${pages.toLocaleString('en-US')} of ${total} ready to import, ${rows}.`,
  );
}

/** Formats a size; 1 MB is 1,000,000 bytes. */
function writeSize(bytes: number): string {
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(2)} KB` : `${(bytes / 1_000_000).toFixed(2)} MB`;
}

function writeParts(outcome: BuildOutcome, out: string): string[] {
  if (outcome.state !== 'completed') return [];
  const columns = [
    { heading: 'file' },
    { heading: 'size', isFigure: true },
    { heading: 'pages', isFigure: true },
    { heading: 'sha256' },
  ];
  const rows = outcome.parts.map(({ file, bytes, pages, sha256 }) => [
    file,
    writeSize(bytes),
    pages === 0 ? 'HubDB' : pages.toLocaleString('en-US'),
    `${sha256.slice(0, 16)}…`,
  ]);
  const links = `${formatCount(outcome.formedLinks, 'formed link')} in ${LINKS_FILE}`;
  return [
    '',
    ...writeTable(columns, rows),
    '',
    `  ${links}, the full report in ${MANIFEST_FILE}, all in ${join(out)}`,
  ];
}

/** Prints the outcome. */
export function reportBuild(outcome: BuildOutcome, flags: BuildFlags, mode: BuildMode): ExitCode {
  const { pages, skipped, parts, formedLinks, problems } = outcome;
  const figures = measureProcess();
  if (flags.json) {
    printJson({
      ok: outcome.state === 'completed',
      pages,
      skipped,
      parts,
      formed_links: formedLinks,
      problems,
      ...figures,
    });
    return findExitCode(outcome);
  }
  const inputs = [flags.seed, flags.rows, ...(flags.footer === undefined ? [] : [flags.footer])];
  const paths = new Map(inputs.map((path) => [basename(path), path]));
  const rest = outcome.state === 'completed' ? `all are in ${MANIFEST_FILE}` : 'all are shown with --json';
  const seconds = (figures.elapsed_ms / 1000).toFixed(1);
  const memory = Math.round(figures.peak_rss_bytes / 1_000_000);
  printLines([
    writeVerdict(outcome, mode),
    ...writeParts(outcome, flags.out),
    ...writeProblems(problems, { paths, rest }),
    '',
    `${seconds} s, at most ${memory} MB of memory`,
  ]);
  return findExitCode(outcome);
}
