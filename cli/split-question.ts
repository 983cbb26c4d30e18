/** Decides if the output is split: by flags, by its size, or by the answer to a question. */
import { createInterface } from 'node:readline';
import { PART_BYTES, PART_PAGES } from '#engine';

const QUESTION =
  'Your output XML file is larger than 10MB. Would you like us to split it into multiple files for an easier upload?';

export interface SplitFlags {
  split?: number | 'none';
  partPages?: number;
}

/** Limits of a part; `null` for one file. */
export type Split = { bytes: number; pages: number } | null;

/** Streams for a question. */
export interface Terminal {
  input: NodeJS.ReadableStream;
  output: NodeJS.WritableStream;
}

/** The end of the input counts as yes, the default without a terminal. */
async function askForSplit({ input, output }: Terminal): Promise<boolean> {
  // Without line editing, the terminal keeps its mode and Ctrl-C sends a signal.
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

/** Without a terminal, a large output is split without a question. */
export async function decideSplit(flags: SplitFlags, fileBytes: number, terminal?: Terminal): Promise<Split> {
  const pages = flags.partPages ?? PART_PAGES;
  if (flags.split === 'none') return null;
  if (flags.split !== undefined) return { bytes: flags.split, pages };
  if (flags.partPages !== undefined) return { bytes: PART_BYTES, pages };
  if (fileBytes <= PART_BYTES) return null;
  return !terminal || (await askForSplit(terminal)) ? { bytes: PART_BYTES, pages } : null;
}
