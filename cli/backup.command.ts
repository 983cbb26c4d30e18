/** `geoloom backup` and `geoloom restore`: copy an installation to a folder and restore it. */
import { rmSync } from 'node:fs';
import { type CopyProgress, isEmbedded, makeBackup } from '#server/operator/backup.ts';
import { describeTools } from '#server/operator/backup-tools.ts';
import { checkInstallation, type RestoredState, restoreBackup } from '#server/operator/restore.ts';
import { loadSettings } from '#server/operator/settings.ts';
import { EXIT, type ExitCode, printJson, printLines } from './command-result.ts';
import { onExit } from './interruption.ts';
import { runOperator } from './operator-command.ts';
import { formatCount } from './problem-text.ts';
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

/** Longer lists end with a count of the other lines. */
const MAX_LINES = 10;

async function withProgress<Result>(work: (progress: CopyProgress) => Promise<Result>): Promise<Result> {
  const bar = createProgressBar(process.stderr);
  const onPartial = (folder: string) => onExit(() => rmSync(folder, { recursive: true, force: true }));
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
        `Backed up ${formatCount(files.length, 'file')}, ${formatSize(bytes)}, to ${target} (last migration: ${schema}).`,
        config.secretKey === undefined
          ? 'It contains the secret key: store it where only you can read it. It doesn’t contain your settings (.env).'
          : 'It doesn’t contain GEOLOOM_SECRET_KEY or your other settings (.env): store them in another place.',
      ]);
    return EXIT.completed;
  });

const RELATIONS: Readonly<Record<RestoredState['store']['relation'], string>> = {
  unlinked: 'The file store has no store.json yet. The next sweep, within an hour of a start, writes it.',
  same: 'The database and the file store match (store.json).',
  older:
    'The database is older than the file store. Files that it doesn’t know are kept for 30 days, and new runs get higher numbers than theirs.',
  newer:
    'The file store is older than the database (store.json). Files that were stored after its backup are missing.',
  foreign:
    'The file store belongs to another database (store.json). Check DATABASE_URL, GEOLOOM_DATA_DIR and S3_BUCKET.',
};

function describeState({ store, files, read, missing, corrupt }: RestoredState): string[] {
  const list = (names: readonly string[], text: string) =>
    names.length === 0
      ? []
      : [
          `${formatCount(names.length, 'file')} ${names.length === 1 ? 'is' : 'are'} ${text}:`,
          ...names.slice(0, MAX_LINES).map((name) => `  ${name}`),
          ...(names.length > MAX_LINES
            ? [`  … and ${names.length - MAX_LINES} more (--json lists all)`]
            : []),
        ];
  return [
    RELATIONS[store.relation],
    `Checked ${formatCount(files, 'file')} of uploads and current runs, ${read.toLocaleString('en-US')} of them in full.`,
    ...list(missing, 'missing'),
    ...list(corrupt, 'corrupt'),
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
        'This installation uses PostgreSQL or a bucket. Restore both with their own tools, then run "geoloom restore --check".\n',
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
          : [`Moved the previous data to ${movedTo}. Delete that folder when you no longer need it.`]),
        ...(hasKey || config.secretKey !== undefined
          ? []
          : [
              'The backup contains no secret key, because the key was a setting. Set GEOLOOM_SECRET_KEY before you start the server.',
            ]),
        ...describeState(state),
      ]);
    return isGood(state) ? EXIT.completed : EXIT.refused;
  });

export const runCheck = ({ all = false, ...flags }: CheckFlags): Promise<ExitCode> =>
  runOperator(flags, async () => {
    const bar = createProgressBar(process.stderr);
    const onProgress = (files: number) => bar.show(0, `${formatCount(files, 'file')} checked`);
    const state = await checkInstallation(loadSettings(), { isWhole: all, onProgress }).finally(bar.clear);
    if (flags.json === true) printJson({ ok: isGood(state), ...state });
    else printLines(['The database schema matches this version.', ...describeState(state)]);
    return isGood(state) ? EXIT.completed : EXIT.refused;
  });
