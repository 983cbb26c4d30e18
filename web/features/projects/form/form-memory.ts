/**
 * State for the next form of this tab: a draft that was open when the session ended, or a file from another
 * page.
 */
import type { ColumnChoices } from '#contract/column-choices.ts';
import type { ProjectValues } from './project-form.rules.ts';

/** Changes that aren't in the draft. */
export interface Unsent {
  values?: Partial<ProjectValues>;
  columns?: ColumnChoices;
  /** Files that weren't uploaded. */
  seed?: File;
  sheet?: File;
  /** Shown above the form. */
  note?: string;
}

const expected = new Map<string, Unsent>();

export function expectDraft(id: string, unsent: Unsent = {}): void {
  expected.set(id, unsent);
}

/** Reads without removing: a page may mount twice. */
export const findExpected = (id: string): Unsent | undefined => expected.get(id);

let stashed: { owner: number | undefined; seed: File } | undefined;

/** Stores the file for the next form of a new project. */
export function stashSeed(owner: number | undefined, seed: File): void {
  stashed = { owner, seed };
}

/** Returns it once; a later form doesn't get it again. */
export function takeStashedSeed(owner: number | undefined): File | undefined {
  const seed = stashed?.owner === owner ? stashed?.seed : undefined;
  stashed = undefined;
  return seed;
}
