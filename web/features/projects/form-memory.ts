/**
 * Holds a form while another page stands in its place: the sign-in after a session that ended, or the
 * newest state of a project that is loaded again. Files and data fit no storage, so it lives in this tab.
 */
import type { ProjectValues } from './project-form.rules.ts';
import type { FormReading } from './use-form-reading.ts';

/** What the person changed; what is left out was as the form began. */
export interface HeldForm {
  why: 'session' | 'reload';
  values: Partial<ProjectValues>;
  seed?: File | null;
  manual?: FormReading['manual'];
}

interface Entry {
  /** Whose form it is; nobody else sees it. */
  owner: string | undefined;
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
