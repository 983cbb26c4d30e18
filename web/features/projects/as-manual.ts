/** How stored data comes back into the form: short data as text to go on with, long data as a file. */
import type { FormReading } from './use-form-reading.ts';

/** A longer sheet would only slow the text field down. */
const SHOWN_CHARACTERS = 100_000;

export function asManual(script: string): FormReading['manual'] {
  return script.length <= SHOWN_CHARACTERS
    ? { text: script }
    : { file: new File([script], 'spreadsheet-data.csv') };
}
