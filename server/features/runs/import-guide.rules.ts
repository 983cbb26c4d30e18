/** The page next to the files in a download: in which order and how they are imported. */
import { formatCount, countSkipped } from './format-count.rules.ts';

interface GuideFacts {
  title: string;
  /** Of the project. */
  type: string;
  /** Files of pages in order, then tables beside them, which have no pages of their own. */
  parts: readonly { name: string; pages: number }[];
  selectors: readonly { name: string; path: string }[];
  skipped: number;
  /** How many images the pages have in turn as their featured one. */
  featuredImages?: number | undefined;
  /** Text of the notice that the type of the pages needs a plugin or theme. */
  typeNotice?: string | undefined;
}

interface Steps {
  product: string;
  /** Before the list of files, the last one says that they are uploaded. */
  before: readonly string[];
  behind: readonly string[];
  /** What a second import of the same file does. */
  again: string;
  /** What the tables next to the files of pages are for. */
  beside?: string;
}

const AUTHORS = 'Under *Assign Authors*, choose an existing user instead of creating one.';
const ATTACHMENTS =
  'Tick *Download and import file attachments* if the pictures of the seed page are not on the site yet.';

const LAST_FILE =
  'The last file adds the pictures in the content. Import it last: WordPress updates their URLs only in pages that already exist.';

/** Steps that change where there are several files. */
const OF_MANY: ReadonlyMap<string, string> = new Map([
  [
    AUTHORS,
    `${AUTHORS} Choose the same user for every file: a user that the first file created exists when you import the second, and WordPress can’t create it again.`,
  ],
  [ATTACHMENTS, `${ATTACHMENTS} ${LAST_FILE}`],
]);

const WORDPRESS: Steps = {
  product: 'WordPress',
  before: [
    'In WordPress open *Tools → Import → WordPress* and install the importer if it is not there.',
    'Choose *Run Importer* and upload the files one by one, in this order:',
  ],
  behind: [AUTHORS, ATTACHMENTS, 'Open one of the new pages and compare it with its sample.'],
  again:
    'Import each file once. A second import skips the pages that exist, but adds every custom field to them again. If an import stops halfway, delete the pages of that file, empty the trash, and import the file again.',
};

/** WordPress fetches the images itself, so their addresses must be open to it. */
const fetchOf = (images: number): string =>
  `Tick *Download and import file attachments*: WordPress then fetches ${formatCount(images, 'image')} and makes ${images === 1 ? 'it the featured image of each page' : 'one of them the featured image of each page'}.`;

const STEPS: Readonly<Record<string, Steps>> = {
  hubspot: {
    product: 'HubSpot',
    before: [
      'In HubSpot open *Content → Blog*, choose *Import* and the source *WordPress (XML file)*.',
      'Choose the blog that the posts are for, and upload the files one by one, in this order:',
    ],
    behind: [
      'Assign the author of the file to an author of the blog.',
      'Check the drafts: the URL of a post comes from its link, its meta description from its excerpt.',
    ],
    again: 'Importing a file twice creates duplicates. Delete the first batch before you re-import.',
    beside:
      'For dynamic pages instead of posts, create a table in *Content → HubDB* with the text column `meta_description` and the rich text column `body`, choose *Import*, and upload these files:',
  },
  drupal: {
    product: 'Drupal',
    before: [
      'With *Feeds* and *Feeds Extensible Parsers*, open the feed type that the seed was made for: its context is the *Record* listed below, and its sources are the other paths. With *Migrate Plus*, `item_selector` is the *Record*, and each `selector` one of the other paths. An RSS or Atom file is imported by *Feeds* alone. In Drupal 7, use *Node export: import* and untick the reset of paths.',
      'Import the files one by one, in this order:',
    ],
    behind: [
      'In the mapping, mark the *Unique key* as unique, and give text fields the format of the seed.',
      'Leave *Previously imported items* on *Keep*: otherwise the second file removes the pages of the first.',
    ],
    again: 'A file may be imported again: records are known by their unique key.',
  },
  wix: {
    product: 'Wix',
    before: [
      'In Wix open the *CMS* and the collection that the seed came from.',
      'Choose *More Actions → Import items* and upload the files one by one, in this order:',
    ],
    behind: [
      'Map each column to the field of the same name, *ID* to *ID*: a field without a column is erased.',
      'Open the dynamic page of one of the new items.',
    ],
    again:
      'A file may be imported again: items are known by their ID. It is made for Wix, not for a spreadsheet program, which would change telephone numbers.',
  },
};

/** A file without pages of its own that another importer takes. */
const isTable = ({ name, pages }: GuideFacts['parts'][number]): boolean =>
  pages === 0 && name.endsWith('.csv');

const writeSelector = ({ name, path }: GuideFacts['selectors'][number]): string =>
  `| ${name.replaceAll('|', '\\|')} | \`${path.replaceAll('|', '\\|')}\` |`;

/** @returns Markdown */
export function writeImportGuide(facts: GuideFacts): string {
  const { title, type, parts, selectors, skipped, featuredImages = 0, typeNotice } = facts;
  const { product, before: first, behind: usual, again, beside = '' } = STEPS[type] ?? WORDPRESS;
  const tables = parts.filter(isTable);
  const ofPages = parts.filter((part) => !isTable(part));
  const before = typeNotice === undefined ? first : [typeNotice, ...first];
  const behind = usual.map((step) => {
    const hasMany = ofPages.length > 1;
    if (step === ATTACHMENTS && featuredImages > 0)
      return `${fetchOf(featuredImages)}${hasMany ? ` ${LAST_FILE}` : ''}`;
    return (hasMany ? OF_MANY.get(step) : undefined) ?? step;
  });
  const files = ofPages.map(
    ({ name, pages }, index) => `${index + 1}. \`${name}\` (${formatCount(pages, 'page')})`,
  );
  return [
    `# Import of “${title.replaceAll(/[\r\n`]/g, ' ')}” into ${product}`,
    '',
    ...before.map((step, index) => `${index + 1}. ${step}`),
    '',
    ...files.map((line) => `   ${line}`),
    '',
    ...behind.map((step, index) => `${before.length + index + 1}. ${step}`),
    '',
    ...(selectors.length === 0
      ? []
      : ['| Setting | In these files |', '|---|---|', ...selectors.map(writeSelector), '']),
    again,
    ...(tables.length === 0 ? [] : ['', beside, '', ...tables.map(({ name }) => `- \`${name}\``)]),
    ...(skipped === 0
      ? []
      : [
          '',
          `${countSkipped(skipped)} \`skipped-rows.csv\` says why${skipped === 1 ? '; fix it' : ' for each; fix them'} and save the project again.`,
        ]),
    '',
  ].join('\n');
}
