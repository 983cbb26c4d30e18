/** `geoloom backup` and `geoloom restore`: an installation as a folder, and back. */
import { rmSync } from 'node:fs';
import { type CopyProgress, isEmbedded, makeBackup } from '#server/operator/backup.ts';
import { describeTools } from '#server/operator/backup-tools.ts';
import { checkInstallation, type RestoredState, restoreBackup } from '#server/operator/restore.ts';
import { loadSettings } from '#server/operator/settings.ts';
import { EXIT, type ExitCode, printJson, printLines } from './command-result.ts';
import { onLeaving } from './interruption.ts';
import { runOperator } from './operator-command.ts';
import { countOf } from './problem-text.ts';
import { findVersion } from './program-version.ts';
import { createProgressBar } from './progress-bar.ts';

interface JsonFlag {
  json?: boolean;
}

export interface RestoreFlags extends JsonFlag {
  replace?: boolean;
}

export interface CheckFlags extends JsonFlag {
  all?: boolean;
}

/** Lines of one kind before the rest becomes a count. */
const MAX_LINES = 10;

async function withProgress<Result>(work: (progress: CopyProgress) => Promise<Result>): Promise<Result> {
  const bar = createProgressBar(process.stderr);
  const onPartial = (folder: string) => onLeaving(() => rmSync(folder, { recursive: true, force: true }));
  try {
    return await work({ onProgress: bar.show, onPartial });
  } finally {
    bar.clear();
  }
}

const formatSize = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;

export const runBackup = (target: string, flags: JsonFlag): Promise<ExitCode> =>
  runOperator(flags, async () => {
    const config = loadSettings();
    if (!isEmbedded(config)) {
      const lines = describeTools(config);
      if (flags.json === true) printJson({ ok: false, message: lines.join('\n') });
      else printLines(lines);
      return EXIT.refused;
    }
    const { files, ...manifest } = await withProgress((progress) =>
      makeBackup(config, target, { ...progress, version: findVersion() }),
    );
    const { bytes, schema, version, made_at } = manifest;
    if (flags.json === true)
      printJson({ ok: true, folder: target, files: files.length, bytes, schema, version, made_at });
    else
      printLines([
        `Backed up ${countOf(files.length, 'file')}, ${formatSize(bytes)}, to ${target} (database at ${schema}).`,
        config.secretKey === undefined
          ? 'It holds the secret key: keep it where only you can read it. Settings (.env) are not part of it.'
          : 'GEOLOOM_SECRET_KEY and other settings (.env) are not part of it: keep them, but not in the same place.',
      ]);
    return EXIT.completed;
  });

const RELATIONS: Readonly<Record<RestoredState['store']['relation'], string>> = {
  unmet: 'The file store has no store.json of this database yet; the next start writes it.',
  same: 'Database and file store are of the same state (store.json).',
  behind:
    'The database is older than the file store. Files that it does not know are kept for 30 days, and run numbers go on above theirs.',
  ahead:
    'The file store is older than the database (store.json). Files that were stored since its backup are missing.',
  foreign:
    'The file store belongs to another database (store.json). Is DATABASE_URL, GEOLOOM_DATA_DIR or S3_BUCKET right?',
};

function describeState({ store, files, read, missing, corrupt }: RestoredState): string[] {
  const list = (names: readonly string[], text: string) =>
    names.length === 0
      ? []
      : [
          `${countOf(names.length, 'file')} ${names.length === 1 ? 'is' : 'are'} ${text}:`,
          ...names.slice(0, MAX_LINES).map((name) => `  ${name}`),
          ...(names.length > MAX_LINES
            ? [`  … and ${names.length - MAX_LINES} more (--json lists all)`]
            : []),
        ];
  return [
    RELATIONS[store.relation],
    `Looked at ${countOf(files, 'file')} of uploads and current runs, and read ${read.toLocaleString('en-US')} of them whole.`,
    ...list(missing, 'missing'),
    ...list(corrupt, 'not what was stored'),
    ...(missing.length + corrupt.length > 0
      ? ['Restore these files from another backup, upload them again, or run their projects again.']
      : []),
  ];
}

const isGood = ({ store, missing, corrupt }: RestoredState) =>
  store.relation !== 'foreign' && missing.length + corrupt.length === 0;

export const runRestore = (backup: string, { replace = false, ...flags }: RestoreFlags): Promise<ExitCode> =>
  runOperator(flags, async () => {
    const config = loadSettings();
    if (!isEmbedded(config)) {
      process.stderr.write(
        'This installation has PostgreSQL or a bucket: restore both with their own tools, and then check them with "geoloom restore --check".\n',
      );
      return EXIT.refused;
    }
    const { manifest, state, movedTo, hasKey } = await withProgress((progress) =>
      restoreBackup(config, backup, { ...progress, isReplacing: replace }),
    );
    if (flags.json === true) {
      const { version, made_at, schema, bytes } = manifest;
      printJson({ ok: isGood(state), version, made_at, schema, bytes, moved_to: movedTo ?? null, ...state });
    } else
      printLines([
        `Restored the backup of ${manifest.made_at} (version ${manifest.version}, ${formatSize(manifest.bytes)}) into ${config.dataFolder}.`,
        ...(movedTo === undefined
          ? []
          : [`Moved what was there before to ${movedTo}. Delete it when you no longer need it.`]),
        ...(hasKey || config.secretKey !== undefined
          ? []
          : [
              'The backup holds no secret key, because it was a setting: set GEOLOOM_SECRET_KEY before you start the server.',
            ]),
        ...describeState(state),
      ]);
    return isGood(state) ? EXIT.completed : EXIT.refused;
  });

export const runCheck = ({ all = false, ...flags }: CheckFlags): Promise<ExitCode> =>
  runOperator(flags, async () => {
    const bar = createProgressBar(process.stderr);
    const onProgress = (files: number) => bar.show(0, `${countOf(files, 'file')} checked`);
    const state = await checkInstallation(loadSettings(), { isWhole: all, onProgress }).finally(bar.clear);
    if (flags.json === true) printJson({ ok: isGood(state), ...state });
    else printLines(['The tables of the database fit this version.', ...describeState(state)]);
    return isGood(state) ? EXIT.completed : EXIT.refused;
  });
