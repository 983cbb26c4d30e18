/**
 * What the next form of this tab goes on with: a draft that was open when the session ended, or that a file was put
 * into on another page.
 */
import type { ColumnChoices } from '#contract/column-choices.ts';
import type { ProjectValues } from './project-form.rules.ts';

/** How a form differs from its draft. */
export interface Unsent {
  values?: Partial<ProjectValues>;
  columns?: ColumnChoices;
  /** Said above the form. */
  note?: string;
}

const expected = new Map<string, Unsent>();

export function expectDraft(id: string, unsent: Unsent = {}): void {
  expected.set(id, unsent);
}

/** Looks without taking: a page may be made twice before it is shown. */
export const findExpected = (id: string): Unsent | undefined => expected.get(id);

let handed: { owner: number | undefined; seed: File } | undefined;

/** For the form of a new project, which is opened next. */
export function handSeed(owner: number | undefined, seed: File): void {
  handed = { owner, seed };
}

/** Only once: a form that is opened again later has not just been given it. */
export function takeHandedSeed(owner: number | undefined): File | undefined {
  const seed = handed?.owner === owner ? handed?.seed : undefined;
  handed = undefined;
  return seed;
}
