/**
 * Data of the seed's one page that would be copied to all pages. Dropped data is listed in one notice; copied data
 * gets a notice each, with the edit of the seed that removes it.
 */
import { type Seed, locateInSeed } from '../../render/seed.ts';
import type { SeedEdit, SeedFix } from '../../render/template.ts';
import type { Problem } from '../../problem.ts';
import { cutText } from '../../text/cut-text.ts';

/** More names than this are counted. */
const MAX_NAMES = 8;
/** Characters of a quoted value. */
const MAX_VALUE = 100;

export interface SharedSetting {
  /** Leaf that contains it, for reports. */
  name: string;
  /** Place in the seed's text. */
  at: number;
  /** Value as the notice quotes it. */
  value?: string;
  /** Name and value to write instead, where the notice says so: `wp:status to "publish"`. */
  remedy?: string;
  /** Omitted if it can't be removed without damage to the text around it. */
  edits?: readonly SeedEdit[];
}

/** A kind of data that is copied, with its notice. */
export interface SharedKind {
  code: string;
  /** Label of the button that removes it, and the message afterwards; omitted if no edit can. */
  fix?: readonly [label: string, done: string];
  /** @param where leaves that contain it */
  describe: (value: string, where: string) => string;
}

/** Kinds that several platforms have. */
const KINDS = {
  noindex: {
    code: 'noindex-shared',
    fix: ['Remove noindex', 'noindex removed'],
    describe: (_value, where) =>
      `All pages ask search engines not to list them: noindex is set in ${where}. Remove it if the pages should be found.`,
  },
  canonical: {
    code: 'canonical-elsewhere',
    fix: ['Remove canonical URL', 'canonical URL removed'],
    describe: (value, where) =>
      `All pages name "${value}" as their canonical URL, so search engines show that page instead of them. Remove it from ${where}, or write [page_url] there for each page’s own URL.`,
  },
  redirect: {
    code: 'redirect-shared',
    fix: ['Remove redirect', 'redirect removed'],
    describe: (value, where) =>
      `All pages redirect their visitors to "${value}". Remove the redirect from ${where} if visitors should see the pages.`,
  },
  hidden: {
    code: 'status-hidden',
    fix: ['Publish all pages', 'status set to published'],
    describe: (value, where) =>
      `All pages are imported as ${value}, so visitors can’t see them. Set ${where} to publish them on import.`,
  },
  scheduled: {
    code: 'date-scheduled',
    fix: ['Remove date', 'date removed'],
    describe: (value, where) =>
      `All pages are scheduled for "${value}", as ${where} says: they appear or disappear at that time. Remove the date if they should be published on import and stay.`,
  },
} as const satisfies Record<string, SharedKind>;

function listNames(names: readonly string[]): string {
  const listed = names.slice(0, MAX_NAMES).join(', ');
  return names.length > MAX_NAMES ? `${listed} and ${names.length - MAX_NAMES} more` : listed;
}

/** Collects the data of one seed in the order of its text. */
export class PageData {
  readonly #seed: Seed;
  readonly #shared = new Map<SharedKind, SharedSetting[]>();
  readonly #dropped = new Map<string, { count: number; names: Set<string> }>();
  /** Place of the first that was dropped. */
  #droppedAt: number | undefined;

  constructor(seed: Seed) {
    this.#seed = seed;
  }

  /** @param kind one of the platform's own, or the name of one that several have */
  report(kind: keyof typeof KINDS | SharedKind, setting: SharedSetting): void {
    const known: SharedKind = typeof kind === 'string' ? KINDS[kind] : kind;
    this.#shared.set(known, [...(this.#shared.get(known) ?? []), setting]);
  }

  /**
   * @param group singular: "editing record"
   * @param name omitted if the group says it all
   */
  drop(group: string, at: number, name?: string): void {
    this.#droppedAt ??= at;
    const known = this.#dropped.get(group) ?? { count: 0, names: new Set<string>() };
    known.count += 1;
    if (name !== undefined) known.names.add(name);
    this.#dropped.set(group, known);
  }

  finish(): { problems: Problem[]; fixes: SeedFix[] } {
    const problems: Problem[] = [];
    const fixes: SeedFix[] = [];
    for (const [{ code, fix, describe }, settings] of this.#shared) {
      const [first] = settings;
      if (!first) continue;
      const place = locateInSeed(this.#seed, first.at);
      const names = listNames([...new Set(settings.map(({ name, remedy }) => remedy ?? name))]);
      const text = describe(cutText(first.value ?? '', MAX_VALUE), names);
      const base = { code, severity: 'notice', file: this.#seed.file, ...place } as const;
      problems.push({ ...base, field: first.name, text });
      const byPlace = new Map(
        settings.flatMap(({ edits: own = [] }) => own).map((edit) => [edit.start, edit]),
      );
      const edits = [...byPlace.values()].toSorted((a, b) => a.start - b.start);
      if (fix === undefined || edits.length === 0 || !settings.every(({ edits: own }) => own)) continue;
      const [label, done] = fix;
      fixes.push({ code, ...place, label, done, edits });
    }
    return { problems: [...problems, ...this.#listDropped()], fixes };
  }

  #listDropped(): Problem[] {
    if (this.#droppedAt === undefined) return [];
    const groups = [...this.#dropped].map(([group, { count, names }]) => {
      const counted = `${count} ${count === 1 ? group : `${group}s`}`;
      return names.size === 0 ? counted : `${counted} (${listNames([...names])})`;
    });
    const remedy = this.#dropped.has('SKU')
      ? 'To give each page its own SKU, write a placeholder such as [sku] there.'
      : 'You don’t need to do anything.';
    const text = `Not copied, because it belongs to the seed’s own page: ${groups.join('; ')}. ${remedy}`;
    return [
      {
        code: 'page-data-dropped',
        severity: 'notice',
        file: this.#seed.file,
        ...locateInSeed(this.#seed, this.#droppedAt),
        text,
      },
    ];
  }
}
