/**
 * Replays the import into an empty site, part after part: which items become posts,
 * which already exist, and which parents and images they get.
 */
import type { Problem } from '../../../problem.ts';
import { addSubject, nameItem } from '../../../verify/finding.ts';
import { NON_PAGE_TYPES } from './item-rules.ts';
import type { AuditProblem, SkippedItem } from '../../../verify/platform-audit.ts';
import { ITEM_FLAG, type PartAudit, type PartItems } from './part-audit.ts';
import { createSlugIndex, createTitleIndex } from './site-index.ts';

/** A problem of the replay with the `wp:post_id` of its item. */
type ReplayProblem = AuditProblem & { id: number };

/** One item as the replay looks at it. */
interface Item {
  index: number;
  line: number;
  id: number;
  type: string;
  slug: string;
  flags: number;
}

/** A post on the site, with the facts that later items are compared with. */
interface Post {
  id: number;
  part: number;
  type: string;
  hasMetas: boolean;
  hasText: boolean;
  /** Slug, status and leaf names, which a stub must repeat. */
  form: string;
}

const STUB_CHANGED = {
  code: 'stub-changed',
  severity: 'fault',
  text: 'its slug, status or fields differ from the same record in another part, so the part that is imported first decides; repeat it unchanged.',
  field: 'wp:post_name',
} as const;

function toForm({ index, slug }: Item, items: PartItems): string {
  return [slug, items.status[index], items.shape[index]].join(' ');
}

/** Imports parts in their order; `statics` are the `wp:post_id`s of records that aren't pages. */
export class ImportReplay {
  readonly skipped: SkippedItem[] = [];
  readonly imported: Record<string, number> = {};
  pages = 0;
  stubs = 0;
  stubPages = 0;

  readonly #parts: readonly PartAudit[];
  readonly #statics: Set<number>;
  readonly #posts: Post[] = [];
  readonly #titles: ReturnType<typeof createTitleIndex>;
  readonly #slugs: ReturnType<typeof createSlugIndex>;
  readonly #guids = new Map<number, number>();
  /** `wp:post_id` of every item of every part, and the post that it first became. */
  readonly #ids = new Map<number, number>();
  readonly #absentThumbnails = new Set<number>();

  // of the part at hand
  #part = 0;
  #problems: ReplayProblem[] = [];
  #listed = new Map<string, number>();
  #mapped = new Map<number, number>();
  #named = new Set<number>();
  #typeOfId = new Map<number, string>();
  #orphans: { item: Item; parent: number }[] = [];
  #withoutId: Item | undefined;
  #hasIds = false;

  constructor(parts: readonly PartAudit[], statics: readonly number[]) {
    this.#parts = parts;
    this.#titles = createTitleIndex(parts);
    this.#slugs = createSlugIndex(parts);
    this.#statics = new Set(statics);
    for (const part of parts) for (const id of part.items.id) this.#ids.set(id, -1);
  }

  /** Imports one part; call it once for each, in order. */
  importPart(part: number): ReplayProblem[] {
    const { items, types } = this.#parts[part] ?? { items: undefined, types: [] };
    if (items === undefined) return [];
    this.#start(part, items, types);
    const slugs = items.slugs.split('\0');
    for (let index = 0; index < items.id.length; index += 1) {
      const item = {
        index,
        line: items.line[index] ?? 0,
        id: items.id[index] ?? 0,
        type: types[items.type[index] ?? 0] ?? '',
        slug: slugs[index] ?? '',
        flags: items.flags[index] ?? 0,
      };
      this.#importItem(item, items);
    }
    this.#adoptOrphans();
    this.#checkMixedIds();
    return this.#problems;
  }

  #start(part: number, items: PartItems, types: readonly string[]): void {
    this.#part = part;
    this.#problems = [];
    this.#listed = new Map();
    this.#mapped = new Map();
    this.#orphans = [];
    this.#withoutId = undefined;
    this.#hasIds = false;
    this.#named = new Set([...items.parent, ...items.thumbnail]);
    this.#typeOfId = new Map();
    for (const [index, id] of items.id.entries()) {
      if (id !== 0 && this.#named.has(id) && !this.#typeOfId.has(id))
        this.#typeOfId.set(id, types[items.type[index] ?? 0] ?? '');
    }
  }

  #report(item: Item, problem: Pick<Problem, 'code' | 'severity' | 'text'> & { field?: string }): string {
    const named = addSubject(nameItem(item), problem.text);
    const count = (this.#listed.get(problem.code) ?? 0) + 1;
    this.#listed.set(problem.code, count);
    if (count <= 1000)
      this.#problems.push({
        ...problem,
        ...named,
        file: this.#parts[this.#part]?.file ?? '',
        line: item.line,
        id: item.id,
      });
    return named.text;
  }

  #skipItem(item: Item, code: string, text: string): void {
    const { file = '' } = this.#parts[this.#part] ?? {};
    this.skipped.push({
      file,
      line: item.line,
      id: item.id,
      type: item.type,
      slug: item.slug,
      code,
      text,
    });
  }

  #importItem(item: Item, items: PartItems): void {
    if (item.type === '') {
      this.#skipItem(item, 'type-missing', 'It has no post type.');
    } else if (item.id !== 0 && this.#mapped.has(item.id)) {
      const text = `another item in the file has the wp:post_id ${item.id}, so the importer skips this one silently; give each its own.`;
      this.#skipItem(
        item,
        'duplicate-id',
        this.#report(item, { code: 'duplicate-id', severity: 'fault', text, field: 'wp:post_id' }),
      );
    } else if ((item.flags & ITEM_FLAG.autoDraft) !== 0) {
      this.#skipItem(item, 'auto-draft', 'The importer skips auto-drafts silently.');
    } else if (item.type === 'nav_menu_item') {
      this.#count(item.type);
    } else {
      this.#importPost(item, items);
    }
  }

  #importPost(item: Item, items: PartItems): void {
    const type = item.type;
    const title = {
      type,
      title: items.title[item.index] ?? 0,
      searchTitle: items.searchTitle[item.index] ?? 0,
      date: items.date[item.index] ?? 0,
      isUntitled: (item.flags & ITEM_FLAG.untitled) !== 0,
    };
    const existing = this.#titles.find(title);
    if (existing !== undefined) {
      this.#mapped.set(item.id, existing);
      this.#meetExisting(item, { existing, isUntitled: title.isUntitled, form: toForm(item, items) });
      return;
    }
    if ((item.flags & ITEM_FLAG.refused) !== 0) {
      this.#skipItem(item, 'refused', 'WordPress rejects it: see the problems of this item.');
      return;
    }
    const parent = this.#findParent(item, items.parent[item.index] ?? 0);
    const hasMetas = (item.flags & ITEM_FLAG.metas) !== 0;
    const hasText = (item.flags & ITEM_FLAG.textless) === 0;
    const form = toForm(item, items);
    const post = this.#posts.push({ id: item.id, part: this.#part, type, hasMetas, hasText, form }) - 1;
    this.#titles.add(title, post);
    this.#checkSlug(item, parent, post);
    this.#checkIdentity(item, items.guid[item.index] ?? 0, post);
    this.#checkThumbnail(item, items.thumbnail[item.index] ?? 0);
    this.#mapped.set(item.id, post);
    this.#count(type);
    if (NON_PAGE_TYPES.has(type) || (item.id !== 0 && this.#statics.has(item.id))) return;
    this.pages += 1;
    if (item.id === 0) this.#withoutId ??= item;
    else this.#hasIds = true;
  }

  /** Ids of the file are given as they are where free: next to them, items without one may take theirs. */
  #checkMixedIds(): void {
    if (this.#withoutId === undefined || !this.#hasIds) return;
    const text =
      'it has the wp:post_id 0, so it may take the ID of another item; give all items an ID or none.';
    this.#report(this.#withoutId, { code: 'id-mixed', severity: 'notice', text, field: 'wp:post_id' });
  }

  #count(type: string): void {
    this.imported[type] = (this.imported[type] ?? 0) + 1;
  }

  /**
   * A stub should exist already: it repeats a record of another part so that this one can name it. Parts come
   * in any order, and the importer adds the metas of a post that exists, so one of them may have the metas.
   */
  #meetExisting(
    item: Item,
    { existing, isUntitled, form }: { existing: number; isUntitled: boolean; form: string },
  ): void {
    const post = this.#posts[existing];
    const isBare = (item.flags & ITEM_FLAG.metas) === 0;
    // an item of this part with the same id was dropped before it came here
    const isSame = item.id !== 0 && post?.id === item.id && this.#named.has(item.id);
    if (isSame && (isBare || !post.hasMetas)) {
      this.stubs += 1;
      if (!NON_PAGE_TYPES.has(item.type)) this.stubPages += 1;
      post.hasMetas ||= !isBare;
      this.#checkStubText(item, post);
      if (form !== post.form) this.#report(item, STUB_CHANGED);
      return;
    }
    const what = isUntitled
      ? 'it has no title, and an earlier item has the same date and type'
      : 'an earlier item has the same title, date and type';
    const harm = isBare ? '' : ' and adds its metas to the earlier one';
    const text = `${what}, so the importer reports that it "already exists"${harm}; change its wp:post_date by a second.`;
    this.#skipItem(
      item,
      'already-exists',
      this.#report(item, { code: 'already-exists', severity: 'fault', text, field: 'title' }),
    );
  }

  /** The part that comes first creates the post, and no other one changes its content. */
  #checkStubText(item: Item, post: Post): void {
    const hasText = (item.flags & ITEM_FLAG.textless) === 0;
    if (hasText === post.hasText) return;
    const harm = hasText
      ? 'an earlier part creates it empty'
      : 'imported first, this part would create it empty';
    const text = `it has no content in one of the parts that include it: ${harm}; repeat its content.`;
    this.#report(item, { code: 'stub-empty', severity: 'fault', text, field: 'content:encoded' });
  }

  /** The post that is the parent, −1 for none. */
  #findParent(item: Item, parent: number): number {
    if (parent === 0) return -1;
    const post = this.#mapped.get(parent);
    if (post === undefined) {
      this.#orphans.push({ item, parent });
      return -1;
    }
    this.#checkParentType(item, parent, this.#posts[post]?.type ?? '');
    return post;
  }

  #checkParentType(item: Item, parent: number, type: string): void {
    if (item.type !== 'page' || type === 'page') return;
    const text = `its parent ${parent} isn’t a page but has the type "${type}" in this file; use an ID that nothing else has.`;
    this.#report(item, { code: 'parent-not-page', severity: 'notice', text, field: 'wp:post_parent' });
  }

  #adoptOrphans(): void {
    for (const { item, parent } of this.#orphans) {
      const post = this.#mapped.get(parent);
      if (post === undefined) {
        const severity = NON_PAGE_TYPES.has(item.type) ? 'notice' : 'fault';
        const text = `its parent ${parent} is not in this file, so it moves to the top level; put the parent before it.`;
        this.#report(item, { code: 'parent-missing', severity, text, field: 'wp:post_parent' });
      } else {
        this.#checkParentType(item, parent, this.#posts[post]?.type ?? '');
        if (NON_PAGE_TYPES.has(item.type)) continue;
        const text = `its parent ${parent} comes after it; put parents first.`;
        this.#report(item, { code: 'parent-after-child', severity: 'notice', text, field: 'wp:post_parent' });
      }
    }
  }

  #checkSlug(item: Item, parent: number, post: number): void {
    if (item.slug === '') return;
    const taken = this.#slugs.take(item, parent, post);
    if (taken === undefined || (item.flags & ITEM_FLAG.draft) !== 0) return;
    const isMedia = item.type === 'attachment' || this.#posts[taken]?.type === 'attachment';
    const text = `its slug is already used by ${this.#posts[taken]?.type ?? 'item'} ${this.#posts[taken]?.id ?? 0}, so WordPress changes it to "${item.slug}-2"; use another one.`;
    this.#report(item, {
      code: isMedia ? 'duplicate-media-slug' : 'duplicate-slug',
      severity: isMedia ? 'notice' : 'fault',
      text,
      field: 'wp:post_name',
    });
  }

  #checkIdentity(item: Item, guid: number, post: number): void {
    if (guid !== 0 && this.#guids.has(guid)) {
      const text =
        'another item has the same guid, so feeds and other importers treat both as one; give each its own.';
      this.#report(item, { code: 'duplicate-guid', severity: 'notice', text, field: 'guid' });
    } else if (guid !== 0) this.#guids.set(guid, post);
    if (item.id === 0) return;
    const before = this.#ids.get(item.id) ?? -1;
    if (before === -1) this.#ids.set(item.id, post);
    else if (this.#posts[before]?.part !== this.#part) {
      const text = `an earlier file has another item with the wp:post_id ${item.id}, so this one gets a new ID; give each its own.`;
      this.#report(item, {
        code: 'duplicate-id-across-parts',
        severity: 'notice',
        text,
        field: 'wp:post_id',
      });
    }
  }

  #checkThumbnail(item: Item, thumbnail: number): void {
    if (thumbnail === 0) return;
    const type = this.#typeOfId.get(thumbnail);
    if (type === 'attachment') return;
    const field = 'meta _thumbnail_id';
    if (type !== undefined) {
      const text = `its featured image ${thumbnail} isn’t a media item but has the type "${type}" in this file; use an ID that nothing else has.`;
      this.#report(item, { code: 'thumbnail-not-media', severity: 'fault', text, field });
    } else if (this.#ids.has(thumbnail)) {
      const text = `its featured image ${thumbnail} is only in another file, so the page imports without it; repeat the media item here.`;
      this.#report(item, { code: 'thumbnail-on-seed-site', severity: 'fault', text, field });
    } else if (!this.#absentThumbnails.has(thumbnail)) {
      this.#absentThumbnails.add(thumbnail);
      const text = `its featured image ${thumbnail} isn’t in any file, so only the site that the seed came from shows it; export the media as well.`;
      this.#report(item, { code: 'thumbnail-missing', severity: 'notice', text, field });
    }
  }
}
