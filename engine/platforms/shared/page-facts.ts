/**
 * Facts that are true of the seed's one page and would be copied to all pages: those that are left out are
 * listed in one notice; those that stay get a notice each, with the edit of the seed that removes them.
 */
import type { Seed } from '../../render/seed.ts';
import type { SeedEdit, SeedFix } from '../../render/template.ts';
import type { Problem } from '../../problem.ts';
import { cutText } from '../../text/cut-text.ts';
import { LineIndex } from '../../text/line-index.ts';

/** More names than this are counted. */
const MAX_NAMES = 8;
/** Characters of a quoted value. */
const MAX_VALUE = 100;

export interface SharedFact {
  /** Leaf that holds it, for reports. */
  name: string;
  /** Place in the seed's text. */
  at: number;
  /** Value as the notice quotes it. */
  value?: string;
  /** Name and value to write instead, where the notice says so: `wp:status to "publish"`. */
  remedy?: string;
  /** Omitted if the fact can't be removed without damage to the text around it. */
  edits?: readonly SeedEdit[];
}

interface FactKind {
  code: string;
  /** Label of the button that removes the fact, and the message afterwards; omitted if no edit can. */
  fix?: readonly [label: string, done: string];
  /** @param where the leaves that hold it */
  describe: (value: string, where: string) => string;
}

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
  password: {
    code: 'password-shared',
    fix: ['Remove password', 'password removed'],
    describe: (_value, where) =>
      `All pages ask their visitors for the seed’s password. Remove it from ${where} if everyone should see them.`,
  },
  scheduled: {
    code: 'date-scheduled',
    fix: ['Remove date', 'date removed'],
    describe: (value, where) =>
      `All pages are scheduled for "${value}", as ${where} says: they appear or disappear at that time. Remove the date if they should be published on import and stay.`,
  },
  promoted: {
    code: 'promoted-shared',
    fix: ['Remove from front page', 'front page flag cleared'],
    describe: (_value, where) =>
      `All pages are promoted to the front page of the site. Set ${where} to 0 if they should not be listed there.`,
  },
  block: {
    code: 'block-shared',
    fix: ['Remove layout', 'layout removed'],
    describe: (value, where) =>
      `All pages show the same inline block (revision ${value}), whose text is not filled. Remove the layout from ${where}, or move the text into a field of the page.`,
  },
  identity: {
    code: 'id-missing',
    fix: ['Add unique field', 'unique field added'],
    describe: (_value, where) =>
      `The records have no unique field, such as guid, uuid or nid, so a second import creates duplicates. Add an empty ${where}: each page gets its own.`,
  },
  titleLink: {
    code: 'title-link',
    fix: ['Strip the link', 'link stripped from the title'],
    describe: (_value, where) =>
      `The title of every page would show the code of a link, because ${where} contains one. Remove the link and keep its text.`,
  },
  signature: {
    code: 'signature-invalid',
    describe: (_value, where) =>
      `Oxygen signs what is in ${where}, and the signature doesn’t match once a placeholder is filled. After the import, sign all shortcodes again under Oxygen → Settings → Security.`,
  },
} as const satisfies Record<string, FactKind>;

/** Each of a whole export's items is compiled where the pattern is looked for: its lines are counted once. */
const lineIndexes = new WeakMap<Seed, LineIndex>();

function findPlace(seed: Seed, position: number): { line: number; column: number } {
  const index = lineIndexes.get(seed) ?? new LineIndex(seed.text);
  lineIndexes.set(seed, index);
  const line = index.findLine(position);
  return { line: line + 1 + seed.skippedLines, column: position - index.getStart(line) + 1 };
}

function listNames(names: readonly string[]): string {
  const listed = names.slice(0, MAX_NAMES).join(', ');
  return names.length > MAX_NAMES ? `${listed} and ${names.length - MAX_NAMES} more` : listed;
}

/** Collects the facts of one seed in the order of its text. */
export class PageFacts {
  readonly #seed: Seed;
  readonly #shared = new Map<keyof typeof KINDS, SharedFact[]>();
  readonly #dropped = new Map<string, { count: number; names: Set<string> }>();
  /** Place of the first that was dropped. */
  #droppedAt: number | undefined;

  constructor(seed: Seed) {
    this.#seed = seed;
  }

  share(kind: keyof typeof KINDS, fact: SharedFact): void {
    this.#shared.set(kind, [...(this.#shared.get(kind) ?? []), fact]);
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
    for (const [kind, facts] of this.#shared) {
      const [first] = facts;
      if (!first) continue;
      const { code, fix, describe }: FactKind = KINDS[kind];
      const place = findPlace(this.#seed, first.at);
      const names = listNames([...new Set(facts.map(({ name, remedy }) => remedy ?? name))]);
      const text = describe(cutText(first.value ?? '', MAX_VALUE), names);
      const base = { code, severity: 'notice', file: this.#seed.file, ...place } as const;
      problems.push({ ...base, field: first.name, text });
      const byPlace = new Map(facts.flatMap(({ edits: own = [] }) => own).map((edit) => [edit.start, edit]));
      const edits = [...byPlace.values()].toSorted((a, b) => a.start - b.start);
      if (fix === undefined || edits.length === 0 || !facts.every(({ edits: own }) => own)) continue;
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
        ...findPlace(this.#seed, this.#droppedAt),
        text,
      },
    ];
  }
}
