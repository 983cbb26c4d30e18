/** How stored data comes back into the form: a file under its name, pasted rows as text to go on with. */
import { PASTED_NAME } from '#contract/project-shapes.ts';
import type { InspectInputs } from '#web/client/inspector.ts';

/** A longer sheet would only slow the text field down. */
const SHOWN_CHARACTERS = 100_000;

/** @param name of the file that the rows came from */
export function asManual(script: string, name: string | null): InspectInputs['sheet'] {
  const isPasted = name === null || name === PASTED_NAME;
  if (isPasted && script.length <= SHOWN_CHARACTERS) return { text: script };
  return { file: new File([script], name ?? PASTED_NAME) };
}

/** The name that data is stored under; of an Excel file, the rows are stored as CSV. */
export function nameScript(manual: InspectInputs['sheet']): string {
  return manual && 'file' in manual ? manual.file.name.replace(/\.xlsx$/i, '.csv') : PASTED_NAME;
}
