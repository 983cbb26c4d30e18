/**
 * Holds a form while another page is in its place: the sign-in after a session that ended, or the
 * newest state of a project that is loaded again, or the form of another platform; and a seed page that was given before its form was open.
 * Files and data fit no storage, so all of it lives in this tab.
 */
import type { ProjectValues } from './project-form.rules.ts';
import type { FormReading } from './use-form-reading.ts';
import type { StoredImage } from './use-image-uploads.ts';

/** What the person changed; what is left out was as the form began. */
export interface HeldForm {
  why: 'session' | 'reload' | 'type' | 'draft';
  values: Partial<ProjectValues>;
  seed?: File | null;
  manual?: FormReading['manual'];
  images?: StoredImage[];
  /** Images that are uploaded again: those on the server go with the draft of the form that is left. */
  photos?: File[];
}

interface Entry {
  /** Whose form it is; nobody else sees it. */
  owner: number | undefined;
  /** The project that is edited; none for a new one. */
  projectId: number | undefined;
  form: HeldForm;
}

let held: Entry | undefined;

export function holdForm(entry: Entry): void {
  held = entry;
}

/** Looks without taking: a page may be made twice before it is shown. */
export function findHeldForm(of: Pick<Entry, 'owner' | 'projectId'>): HeldForm | undefined {
  return held?.owner === of.owner && held?.projectId === of.projectId ? held?.form : undefined;
}

export function forgetHeldForm(): void {
  held = undefined;
}

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
