/** Follows one item after the other: judges its texts as they end, keeps a line of facts of each. */
import { TEXT_BYTES, TITLE_BYTES } from '../limits.ts';
import { judgeContent } from './content-rules.ts';
import type { Finding } from './finding.ts';
import { createItemColumns, detach } from './item-columns.ts';
import {
  isDraft,
  ITEM_LEAVES,
  judgeItem,
  type LeafFinding,
  leafText,
  readInteger,
  REFUSING,
  SIDE_TYPES,
} from './item-rules.ts';
import { HARMLESS_METAS, judgeMeta, OWN_METAS } from './meta-rules.ts';
import { ITEM_FLAG, type PartProblem } from './part-audit.ts';
import type { ProblemList } from './problem-list.ts';
import { exceedsBytes } from './text-length.ts';
import { foldTitle, hashText, soughtTitle } from './title-key.ts';
import type { Leaf, Meta } from './wxr-reader.ts';

const KEPT = new Set<string>(ITEM_LEAVES);

/** Line and column of a place within a leaf's text. */
function placeIn(
  leaf: { line: number; column: number },
  text: string,
  at: number,
): { line: number; column: number } {
  const before = text.slice(0, at);
  const last = before.lastIndexOf('\n');
  if (last === -1) return { line: leaf.line, column: leaf.column };
  return { line: leaf.line + before.split('\n').length - 1, column: at - last };
}

interface OpenItem {
  line: number;
  column: number;
  leaves: Map<string, Leaf>;
  pending: PartProblem[];
  flags: number;
  thumbnail: number;
  logins: Set<string>;
}

/** What an item is called in messages. */
function nameItem(type: string, slug: string, id: number): string {
  const kind = type === '' ? 'Item' : type.charAt(0).toUpperCase() + type.slice(1, 40);
  return slug === '' ? `${kind} ${id}` : `${kind} "${slug.slice(0, 100)}"`;
}

export function createItemAudit(problems: ProblemList, now: number | undefined) {
  const columns = createItemColumns();
  const types: string[] = [];
  const creators = new Map<string, number>();
  let pages = 0;
  let item: OpenItem | undefined;

  function note(findings: readonly Finding[], text: string, leaf: Omit<Leaf, 'text'>): void {
    for (const { at, ...finding } of findings) {
      item?.pending.push({ ...finding, ...placeIn(leaf, text, at ?? 0), field: leaf.name });
    }
  }

  function noteLength(text: string, leaf: Omit<Leaf, 'text'>, limit: number, code: string): void {
    if (!exceedsBytes(text, limit)) return;
    const what = code === 'text-long' ? "the importer's parser stops at it" : 'the page fails';
    note(
      [
        {
          code,
          severity: 'fault',
          text: `${leaf.name} has more than ${limit} bytes, so ${what}; shorten it.`,
        },
      ],
      '',
      leaf,
    );
  }

  function typeIndex(type: string): number {
    const found = types.indexOf(type);
    return found === -1 ? types.push(detach(type)) - 1 : found;
  }

  function finishProblems(open: OpenItem, findings: readonly LeafFinding[], name: string): void {
    const index = columns.count();
    for (const problem of open.pending) {
      problems.add({ ...problem, text: `${name}: ${problem.text}`, item: index });
    }
    for (const { at: _, ...finding } of findings) {
      const { line, column } = open.leaves.get(finding.field) ?? open;
      problems.add({ ...finding, text: `${name}: ${finding.text}`, line, column, item: index });
    }
  }

  function itemEnd(): void {
    if (item === undefined) return;
    const { leaves } = item;
    const [title, slug, type, status] = ['title', 'wp:post_name', 'wp:post_type', 'wp:status'].map((name) =>
      leafText(leaves, name),
    );
    const { findings, date } = judgeItem(leaves, now);
    const id = readInteger(leafText(leaves, 'wp:post_id'));
    if ([...item.pending, ...findings].some((finding) => REFUSING.has(finding.code)))
      item.flags |= ITEM_FLAG.refused;
    if (status === 'auto-draft') item.flags |= ITEM_FLAG.autoDraft;
    if (isDraft(status ?? '')) item.flags |= ITEM_FLAG.draft;
    const folded = foldTitle(title ?? '');
    if (folded === '' || folded === '0') item.flags |= ITEM_FLAG.untitled;
    finishProblems(item, findings, nameItem(type ?? '', slug ?? '', id));
    const creator = leafText(leaves, 'dc:creator');
    if (!creators.has(creator)) creators.set(detach(creator), item.line);
    columns.add({
      line: item.line,
      id,
      type: typeIndex(type ?? ''),
      parent: readInteger(leafText(leaves, 'wp:post_parent')),
      thumbnail: item.thumbnail,
      title: hashText(folded),
      soughtTitle: (title ?? '').includes('\\')
        ? hashText(foldTitle(soughtTitle(title ?? '')))
        : hashText(folded),
      date: date.seconds,
      guid: leafText(leaves, 'guid') === '' ? 0 : hashText(leafText(leaves, 'guid')),
      flags: item.flags,
      slug: detach(slug ?? ''),
    });
    if (!SIDE_TYPES.has(type ?? '')) pages += 1;
    item = undefined;
  }

  return {
    itemStart(line: number, column: number): void {
      item = { line, column, leaves: new Map(), pending: [], flags: 0, thumbnail: 0, logins: new Set() };
    },
    itemEnd,
    itemLeaf(leaf: Leaf): void {
      if (item === undefined) return;
      noteLength(leaf.text, leaf, TEXT_BYTES, 'text-long');
      if (leaf.name === 'content:encoded') note(judgeContent(leaf.text), leaf.text, leaf);
      else if (leaf.name === 'excerpt:encoded') noteLength(leaf.text, leaf, TITLE_BYTES, 'excerpt-long');
      else if (KEPT.has(leaf.name) && !item.leaves.has(leaf.name)) item.leaves.set(leaf.name, leaf);
    },
    meta(meta: Meta): void {
      if (item === undefined) return;
      const leaf = { name: `meta ${detach(meta.key.slice(0, 80))}`, line: meta.line, column: meta.column };
      noteLength(meta.value, leaf, TEXT_BYTES, 'text-long');
      note(judgeMeta(meta.key, meta.value), meta.value, leaf);
      if (OWN_METAS.has(meta.key)) item.flags |= ITEM_FLAG.ownMetas;
      if (!HARMLESS_METAS.has(meta.key)) item.flags |= ITEM_FLAG.metas;
      if (meta.key === '_thumbnail_id') item.thumbnail = readInteger(meta.value);
    },
    comment(): void {
      if (item !== undefined) item.flags |= ITEM_FLAG.comments;
    },
    /** Index of the item that is being read, -1 between items. */
    current: () => (item === undefined ? -1 : columns.count()),
    finish: () => ({ items: columns.finish(), types, pages, creators }),
  };
}
