/**
 * The audit of WordPress, whose importer reads each part and then all of them together. It doesn't share code with
 * the reader, the encoders and the writer, so it can't repeat their bugs.
 */
import { undoBuilderSigns } from './builder-signs.ts';
import { checkParts } from './check-parts.ts';
import { readDate } from './date-rules.ts';
import { cut } from '../../../verify/finding.ts';
import { ItemAudit } from './item-audit.ts';
import { findBracketed } from '../../../verify/find-bracketed.ts';
import type { PartAudit } from './part-audit.ts';
import type { PartAuditor, PartAuditOptions, PlatformAudit } from '../../../verify/platform-audit.ts';
import { createProblemList, type ProblemList } from '../../../verify/problem-list.ts';
import { createTextUses } from '../../../verify/text-uses.ts';
import { SeedComparison } from '../../../verify/seed-flaws.ts';
import { TermAudit } from './term-audit.ts';
import { type Leaf, WxrReader } from '../../shared/wxr/audit/wxr-reader.ts';

class FileAudit implements PartAuditor<PartAudit> {
  readonly #file: string;
  readonly #limitBytes: number | null;
  readonly #problems: ProblemList;
  readonly #items: ItemAudit;
  readonly #texts = createTextUses();
  readonly #terms = new TermAudit();
  readonly #reader: WxrReader;
  readonly #authors = new Set<string>();
  #version: string | undefined;

  constructor(options: PartAuditOptions) {
    const { file, limitBytes = null, now, onPage } = options;
    this.#file = file;
    this.#limitBytes = limitBytes;
    this.#problems = createProblemList(file);
    const items = new ItemAudit(this.#problems, {
      now: now === undefined ? undefined : readDate(now).seconds,
      seed: new SeedComparison(options),
      onPage,
    });
    this.#items = items;
    this.#reader = new WxrReader({
      itemStart: (line, column) => items.start(line, column),
      itemEnd: () => items.end(),
      itemLeaf: (leaf) => items.leaf(leaf),
      meta: (meta) => items.meta(meta),
      comment: () => items.comment(),
      category: (taxonomy, slug, line) => this.#terms.name(taxonomy, slug, line),
      channelLeaf: (leaf) => this.#channelLeaf(leaf),
      text: (text, line, field) =>
        findBracketed(
          text,
          (found) => this.#texts.add(found, { item: items.current, line, field }),
          undoBuilderSigns,
        ),
      problem: ({ fatal, ...problem }) => {
        const { current } = items;
        const item = current === -1 || fatal ? {} : { item: current };
        this.#problems.add({ severity: 'fault', ...problem, ...item });
      },
    });
  }

  push(chunk: Uint8Array): void {
    this.#reader.push(chunk);
  }

  end(): PartAudit {
    const isRefused = this.#reader.end() && !this.#checkVersion();
    const { creators, ...rest } = this.#items.finish(isRefused);
    this.#checkAuthors(creators);
    return {
      format: 'wordpress',
      file: this.#file,
      bytes: this.#reader.bytes,
      limitBytes: this.#limitBytes,
      ...rest,
      ...this.#texts.finish(),
      ...this.#terms.finish(),
      problems: this.#problems.finish(),
    };
  }

  #channelLeaf(leaf: Leaf): void {
    if (leaf.name === 'wp:wxr_version') this.#version ??= leaf.text.trim();
    if (leaf.name === 'wp:author_login') this.#authors.add(leaf.text);
    this.#terms.leaf(leaf);
  }

  /** False if the importer refuses the file. */
  #checkVersion(): boolean {
    const version = this.#version;
    if (version !== undefined && /^\d+\.\d+$/u.test(version)) return true;
    const said =
      version === undefined ? 'has no wp:wxr_version' : `has the wp:wxr_version "${cut(version, 40)}"`;
    const text = `The file ${said}, so the importer rejects it; set the version to a number such as 1.2.`;
    this.#problems.add({ code: 'wxr-version', severity: 'fault', text });
    return false;
  }

  #checkAuthors(creators: ReadonlyMap<string, number>): void {
    if (this.#authors.size === 0) return;
    for (const [creator, line] of creators) {
      // pages of a deleted user are without a creator and are assigned to the importing user
      if (creator === '' || this.#authors.has(creator)) continue;
      const text = `No wp:author has the login "${cut(creator, 60)}", so its pages are assigned to the user who imports them; add the author to the channel.`;
      this.#problems.add({ code: 'author-unknown', severity: 'notice', text, line, field: 'dc:creator' });
    }
  }
}

export const audit: PlatformAudit<PartAudit> = {
  create: (options) => new FileAudit(options),
  check: checkParts,
};
