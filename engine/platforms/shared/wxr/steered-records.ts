/** Records of an export that rows choose: parents by ID, slug or title, and images by ID, file name or URL. */
import { foldTitle } from '../../../render/title-fold.ts';
import { cutText } from '../../../text/cut-text.ts';
import { DISCARDED_STATUSES, getRecordKind } from './post-types.ts';
import { type SeedItem, type WxrSeed, readText } from './seed.ts';

const IMAGE_URL = /^https?:\/\/[^\s<>"\\^`{|}]+$/i;
/** Maximum bytes of a URL: it is the item’s guid. */
const MAX_URL = 255;

/** Finds a record; several matches are a fault, which names them. */
export class ParentFinder {
  readonly #byId = new Map<string, SeedItem>();
  readonly #bySlug: Map<string, SeedItem[]>;
  readonly #byTitle: Map<string, SeedItem[]>;

  constructor({ items }: WxrSeed, pattern: SeedItem) {
    const pages = items.filter(
      (item) =>
        item !== pattern &&
        item.id > 0 &&
        item.type === pattern.type &&
        getRecordKind(item.type) === undefined &&
        !DISCARDED_STATUSES.has(readText(item, 'wp:status')),
    );
    for (const item of pages) this.#byId.set(String(item.id), item);
    this.#bySlug = Map.groupBy(pages, (item) => readText(item, 'wp:post_name'));
    this.#byTitle = Map.groupBy(pages, ({ title }) => foldTitle(title));
  }

  /** @returns undefined if the export has no such page */
  find(cell: string): SeedItem | { fault: string } | undefined {
    const found = this.#byId.get(cell) ?? this.#bySlug.get(cell) ?? this.#byTitle.get(foldTitle(cell)) ?? [];
    if (!Array.isArray(found)) return found;
    if (found.length < 2) return found[0];
    const listed = found.map(({ id, title }) => `${id} ("${cutText(title, 40)}")`).join(', ');
    return { fault: `the ID of one of these pages of the export: ${listed}` };
  }
}

/** Finds the images that cells name. */
export class ImageFinder {
  readonly #byName = new Map<string, number>();
  readonly #takesUrls: boolean;
  /** URLs of images that aren’t in the export. */
  readonly urls = new Set<string>();

  /** @param takesUrls the importer fetches images by their URL */
  constructor({ items }: WxrSeed, takesUrls: boolean) {
    this.#takesUrls = takesUrls;
    for (const item of items) {
      if (item.type !== 'attachment') continue;
      const url = readText(item, 'wp:attachment_url');
      const file = url.slice(url.lastIndexOf('/') + 1);
      for (const name of [String(item.id), url, file])
        if (name !== '' && !this.#byName.has(name)) this.#byName.set(name, item.id);
    }
  }

  /** @returns the ID of an image in the export, the URL of another one, or undefined */
  find(cell: string): number | string | undefined {
    const known = this.#byName.get(cell);
    if (known !== undefined) return known;
    if (!this.#takesUrls || !IMAGE_URL.test(cell) || cell.length > MAX_URL) return undefined;
    this.urls.add(cell);
    return cell;
  }
}
