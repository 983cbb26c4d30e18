/** Writes the import guide in a download: the steps and the order of the files. */
import { type GuideStep, IMPORT_FILES } from '#contract/platform-guides.ts';
import { getPlatform } from '#contract/project-types.ts';
import { countSkipped, formatCount } from './format-count.rules.ts';

interface GuideFacts {
  title: string;
  /** Type of the project. */
  type: string;
  /** Files of pages in order, then tables, which have no pages of their own. */
  parts: readonly { name: string; pages: number }[];
  selectors: readonly { name: string; path: string }[];
  skipped: number;
  /** Number of images that the pages use in turn as their featured image. */
  featuredImages?: number | undefined;
  /** Text of the notice that the type of the pages needs a plugin or theme. */
  typeNotice?: string | undefined;
}

/** Fills in a step, which has variants for several files and for featured images. */
function writeStep({ featured, ...step }: GuideStep, hasMany: boolean, images: number): string {
  const { text, many = text } = (images > 0 ? featured : undefined) ?? step;
  return (hasMany ? many : text)
    .replace('{images}', formatCount(images, 'image'))
    .replace('{one}', images === 1 ? 'it' : 'one of them');
}

/** True for a table that repeats the pages for another importer. */
const isTable = ({ name, pages }: GuideFacts['parts'][number]): boolean =>
  pages === 0 && name.endsWith('.csv');

const writeSelector = ({ name, path }: GuideFacts['selectors'][number]): string =>
  `| ${name.replaceAll('|', '\\|')} | \`${path.replaceAll('|', '\\|')}\` |`;

/** @returns Markdown */
export function writeImportGuide(facts: GuideFacts): string {
  const { title, type, parts, selectors, skipped, featuredImages = 0, typeNotice } = facts;
  const platform = getPlatform(type);
  const { before: first, after: usual, again, tables: ofTables = '' } = IMPORT_FILES[platform.id];
  const tables = parts.filter(isTable);
  const ofPages = parts.filter((part) => !isTable(part));
  const before = typeNotice === undefined ? first : [typeNotice, ...first];
  const after = usual.map((step) => writeStep(step, ofPages.length > 1, featuredImages));
  const files = ofPages.map(
    ({ name, pages }, index) => `${index + 1}. \`${name}\` (${formatCount(pages, 'page')})`,
  );
  return [
    `# Import of “${title.replaceAll(/[\r\n`]/g, ' ')}” into ${platform.name}`,
    '',
    ...before.map((step, index) => `${index + 1}. ${step}`),
    '',
    ...files.map((line) => `   ${line}`),
    '',
    ...after.map((step, index) => `${before.length + index + 1}. ${step}`),
    '',
    ...(selectors.length === 0
      ? []
      : ['| Setting | In these files |', '|---|---|', ...selectors.map(writeSelector), '']),
    again,
    ...(tables.length === 0 ? [] : ['', ofTables, '', ...tables.map(({ name }) => `- \`${name}\``)]),
    ...(skipped === 0
      ? []
      : [
          '',
          `${countSkipped(skipped)} \`skipped-rows.csv\` says why${skipped === 1 ? '; fix it' : ' for each; fix them'} and save the project again.`,
        ]),
    '',
  ].join('\n');
}
