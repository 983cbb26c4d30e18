/** Reads the options that set the status, date and so on of pages, and what rows keep from an earlier build. */
import { readFileSync } from 'node:fs';
import {
  type ColumnChoice,
  type ColumnChoices,
  type KnownTown,
  parseSchedule,
  type Places,
  type Schedule,
  type ScheduledDates,
  STEERING_COLUMNS,
} from '#engine';
import { loadPlaces } from '#pump/places-sheet.ts';
import { z } from 'zod';

export interface PageSettingFlags {
  /** `author=page_author`, each once. */
  steer?: string[];
  schedule?: string;
  /** `manifest.json` of an earlier build. */
  datesFrom?: string;
  /** A file of places. */
  places?: string;
  /** `manifest.json` of an earlier build, for its towns. */
  placesFrom?: string;
}

/** Settings as the engine takes them. */
export interface PageSettings {
  /** Columns that set something although they have other names. */
  choices?: ColumnChoices;
  options: {
    schedule?: Schedule;
    scheduledDates?: ScheduledDates;
    places?: () => Places;
    knownTowns?: KnownTown[];
  };
}

const cellTexts = z.array(z.string());
const MANIFEST = z.object({
  scheduled_dates: z.record(z.string(), z.number()).optional(),
  places: z.array(z.object({ key: z.string(), cells: cellTexts, values: cellTexts })).optional(),
});

/** Error in the options, as the message of commander's. */
export class SettingError extends Error {}

function parseSteer(texts: readonly string[]): ColumnChoices {
  const choices: Record<string, ColumnChoice> = {};
  for (const text of texts) {
    const [, column = '', name = ''] = /^(.*?)\s*=\s*(\w+)\s*$/s.exec(text.trim()) ?? [];
    if (column === '' || !STEERING_COLUMNS.some((known) => known === name))
      throw new SettingError(
        `--steer needs a column and its setting, such as "author=page_author". The settings are ${STEERING_COLUMNS.join(', ')}.`,
      );
    choices[name] = { column };
  }
  return choices;
}

function readManifest(path: string, option: string): z.output<typeof MANIFEST> {
  try {
    return MANIFEST.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    throw new SettingError(`${option}: ${path} isn’t the manifest.json of an earlier build.`);
  }
}

function readPlaces(path: string): () => Places {
  const { places, problems } = loadPlaces(path);
  if (places) return () => places;
  throw new SettingError(`--places: ${problems.map(({ text }) => text).join(' ')}`);
}

/** Reads the settings. @throws SettingError */
export function readPageSettings(flags: PageSettingFlags): PageSettings {
  const { steer, schedule, datesFrom, places, placesFrom } = flags;
  if (datesFrom !== undefined && schedule === undefined)
    throw new SettingError('--dates-from needs --schedule, which dates the other rows.');
  const reading = schedule === undefined ? { schedule: undefined } : parseSchedule(schedule);
  if ('fault' in reading) throw new SettingError(`--schedule: ${reading.fault}`);
  return {
    ...(steer && { choices: parseSteer(steer) }),
    options: {
      ...(reading.schedule && { schedule: reading.schedule }),
      ...(datesFrom !== undefined && {
        scheduledDates: readManifest(datesFrom, '--dates-from').scheduled_dates ?? {},
      }),
      ...(places !== undefined && { places: readPlaces(places) }),
      ...(placesFrom !== undefined && { knownTowns: readManifest(placesFrom, '--places-from').places ?? [] }),
    },
  };
}
