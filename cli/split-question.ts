/** Whether the output becomes one file or parts: the flags decide, else its size and the person. */
import { createInterface } from 'node:readline';
import { PART_BYTES, PART_PAGES } from '#engine';

const QUESTION =
  'Your output XML file is larger than 10MB. Would you like us to split it into multiple files for an easier upload?';

export interface SplitFlags {
  split?: number | 'none';
  partPages?: number;
}

/** Limits of a part; `null` is one file. */
export type Split = { bytes: number; pages: number } | null;

/** Where a person can be asked. */
export interface Terminal {
  input: NodeJS.ReadableStream;
  output: NodeJS.WritableStream;
}

/** The end of the input counts as yes, because a split is what happens without a person. */
async function askForSplit({ input, output }: Terminal): Promise<boolean> {
  // Without line editing the terminal stays as it is, and Ctrl-C stays a signal.
  const lines = createInterface({ input, terminal: false });
  try {
    output.write(`${QUESTION} [Y/n] `);
    for await (const line of lines) {
      if (/^\s*(y|yes)?\s*$/i.test(line)) return true;
      if (/^\s*(n|no)\s*$/i.test(line)) return false;
      output.write('Please answer y or n: ');
    }
    return true;
  } finally {
    lines.close();
  }
}

/** Without a terminal nobody is asked and a large output is split. */
export async function decideSplit(flags: SplitFlags, fileBytes: number, terminal?: Terminal): Promise<Split> {
  const pages = flags.partPages ?? PART_PAGES;
  if (flags.split === 'none') return null;
  if (flags.split !== undefined) return { bytes: flags.split, pages };
  if (flags.partPages !== undefined) return { bytes: PART_BYTES, pages };
  if (fileBytes <= PART_BYTES) return null;
  return !terminal || (await askForSplit(terminal)) ? { bytes: PART_BYTES, pages } : null;
}
