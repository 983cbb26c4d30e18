/** The page that lies beside the parts in a download: in which order and how they are imported. */
import { countOf, countSkipped } from './count-of.rules.ts';

interface GuideFacts {
  title: string;
  parts: readonly { name: string; pages: number }[];
  skipped: number;
}

/** @returns Markdown */
export function writeImportGuide({ title, parts, skipped }: GuideFacts): string {
  const files = parts.map(
    ({ name, pages }, index) => `${index + 1}. \`${name}\` (${countOf(pages, 'page')})`,
  );
  return [
    `# Import of “${title.replaceAll(/[\r\n`]/g, ' ')}” into WordPress`,
    '',
    '1. In WordPress open *Tools → Import → WordPress* and install the importer if it is not there.',
    '2. Choose *Run Importer* and upload the files in this order, one after the other:',
    '',
    ...files.map((line) => `   ${line}`),
    '',
    '3. Assign the author when WordPress asks. Leave *Download and import file attachments* as the page needs it.',
    '4. Open one of the new pages and compare it with its sample.',
    '',
    'A file may be imported again: pages that are there already are left alone.',
    ...(skipped === 0
      ? []
      : [
          '',
          `${countSkipped(skipped)} \`skipped-rows.csv\` says why${skipped === 1 ? '; fix it' : ' for each; fix them'} and save the project again.`,
        ]),
    '',
  ].join('\n');
}
