/** Compares two pages of written files, and counts the pages that have their longest common paragraph. */
import {
  type AuditedPage,
  compareTexts,
  getPlatform,
  hasText,
  type TextComparison,
  type PageText,
  ParagraphReader,
  readPageSlug,
  type SharedText,
} from '#engine';
import { formatAuditTime } from './audit-file.ts';
import { streamFile } from './source-file.ts';

const CHUNK_BYTES = 64 * 1024;
/** Pages in which a text is looked for. */
const MAX_COUNTED_PAGES = 2000;

/** A page in a written file. */
export interface PageInFile {
  path: string;
  /** URL of the page, absolute or a path. */
  url: string;
}

export interface ComparedFiles {
  comparison: TextComparison;
  /** Pages that have the shared text, of those that were read. */
  shared: { pages: number; of: number } | undefined;
}

/** Reading stops here. */
class Enough extends Error {}

interface FileFormat {
  format: string;
  recordPath?: string | undefined;
}

/** Reads the pages of a file until `onPage` returns false. */
function readPages(
  path: string,
  { format, recordPath }: FileFormat,
  onPage: (page: AuditedPage) => boolean,
): void {
  const audit = getPlatform(format).audit.create({
    recordPath,
    file: path,
    now: formatAuditTime(new Date()),
    flaws: {},
    onPage: (page) => {
      if (!onPage(page)) throw new Enough();
    },
  });
  try {
    streamFile(path, (chunk) => audit.push(chunk), { chunkBytes: CHUNK_BYTES });
    audit.end();
  } catch (error) {
    if (!(error instanceof Enough)) throw error;
  }
}

function toPath(url: string): string {
  const end = url.search(/[?#]/);
  return (end < 0 ? url : url.slice(0, end))
    .replace(/^[a-z]+:\/\/[^/]*/i, '')
    .split('/')
    .filter((segment) => segment !== '')
    .join('/')
    .toLowerCase();
}

/** Finds a page by its path, or else by the last segment of it: some files have only that. */
class PageSearch {
  text: PageText | undefined;
  isSure = false;
  readonly path: string;
  readonly #wanted: string;
  readonly #slug: string;

  constructor({ path, url }: PageInFile) {
    this.path = path;
    this.#wanted = toPath(url);
    this.#slug = this.#wanted.split('/').at(-1) ?? '';
  }

  check(page: AuditedPage, reader: ParagraphReader): void {
    if (this.isSure) return;
    const isSure = toPath(page.url) === this.#wanted;
    if (!isSure && (this.text || readPageSlug(page).toLowerCase() !== this.#slug)) return;
    this.isSure = isSure;
    this.text = reader.read(page);
  }
}

function countPages(path: string, format: FileFormat, shared: SharedText) {
  const reader = new ParagraphReader();
  const counted = { pages: 0, of: 0 };
  readPages(path, format, (page) => {
    counted.of += 1;
    if (hasText(reader.read(page), shared)) counted.pages += 1;
    return counted.of < MAX_COUNTED_PAGES;
  });
  return counted;
}

/**
 * Compares two pages.
 * @returns undefined if a file doesn't have its page
 * @throws errors of the file system
 */
export function compareFilePages(
  left: PageInFile,
  right: PageInFile,
  format: FileFormat,
): ComparedFiles | undefined {
  const reader = new ParagraphReader();
  const searches = [new PageSearch(left), new PageSearch(right)];
  for (const path of new Set([left.path, right.path])) {
    const open = searches.filter((search) => search.path === path);
    readPages(path, format, (page) => {
      for (const search of open) search.check(page, reader);
      return open.some(({ isSure }) => !isSure);
    });
  }
  const [one, other] = searches.map(({ text }) => text);
  if (!one || !other) return undefined;
  const comparison = compareTexts(one, other);
  const { shared } = comparison;
  return { comparison, shared: shared && countPages(left.path, format, shared) };
}
