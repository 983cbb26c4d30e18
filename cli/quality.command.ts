/** `geoloom quality`: measures how alike, substantial and complete the pages of files are. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { styleText } from 'node:util';
import { type PlatformId, type Problem, readPageRows, type RunQuality, toQualityReport } from '#engine';
import { measureFiles } from '#pump/measure-files.ts';
import { EXIT, type ExitCode, printJson, printLines } from './command-result.ts';
import { onExit } from './interruption.ts';
import { formatCount, writeProblems } from './problem-text.ts';
import { createProgressBar } from './progress-bar.ts';
import { writeQuality } from './quality-text.ts';
import { findForeignFiles } from './recognize-type.ts';
import { readSheetFile, type SheetOptions } from './read-sheet.ts';

export interface QualityFlags extends Pick<SheetOptions, 'sheet' | 'hiddenRows'> {
  type: PlatformId;
  rows?: string;
  json?: boolean;
}

type Outcome = { quality: RunQuality; problems?: undefined } | { quality?: undefined; problems: Problem[] };

async function measureAll(files: readonly string[], flags: QualityFlags): Promise<Outcome> {
  const sheet = flags.rows === undefined ? undefined : (await readSheetFile(flags.rows, flags)).reading;
  if (sheet && !sheet.table) return { problems: sheet.problems };
  const folder = mkdtempSync(join(tmpdir(), 'geoloom-quality-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const forget = onExit(remove);
  const bar = createProgressBar(process.stderr);
  try {
    return await measureFiles(files, {
      format: flags.type,
      rows: sheet?.table && readPageRows(sheet.table),
      folder,
      onProgress: (share) => bar.show(share, formatCount(files.length, 'file')),
    });
  } finally {
    bar.clear();
    remove();
    forget();
  }
}

/** Measures the files and prints the result. */
export async function runQuality(files: readonly string[], flags: QualityFlags): Promise<ExitCode> {
  const { quality, problems: reported } = await measureAll(files, flags);
  if (reported) {
    const foreign = findForeignFiles(files);
    const problems = foreign.length > 0 ? foreign : reported;
    if (flags.json) printJson({ ok: false, problems });
    else
      printLines([
        styleText(['bold', 'red'], 'Not measured.'),
        ...writeProblems(problems, { paths: new Map(), rest: 'all are shown with --json' }),
      ]);
    return EXIT.refused;
  }
  if (flags.json) printJson(toQualityReport(quality));
  else printLines(writeQuality(quality, { hasRows: flags.rows !== undefined }));
  return EXIT.completed;
}
