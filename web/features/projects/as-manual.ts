/** How stored data comes back into the form: short data as text to go on with, long data as a file. */
import type { CreateProject } from './use-create-project.ts';

/** A longer sheet would only slow the text field down. */
const SHOWN_CHARACTERS = 100_000;

export function asManual(script: string): CreateProject['manual'] {
  return script.length <= SHOWN_CHARACTERS
    ? { text: script }
    : { file: new File([script], 'spreadsheet-data.csv') };
}
