/**
 * The proof: reads written bytes back and replays what the WordPress importer does with them. It
 * shares nothing with the reader, the encoders and the writer, so that it cannot share their faults.
 */
import { createItemAudit } from './item-audit.ts';
import { detach } from './item-columns.ts';
import { findBracketed } from './left-over.ts';
import type { PartAudit } from './part-audit.ts';
import { createProblemList } from './problem-list.ts';
import { createUtf8Text } from './utf8-text.ts';
import { createWxrReader, type Leaf } from './wxr-reader.ts';

export { judgeParts } from './judge-parts.ts';

export interface PartAuditOptions {
  /** Name of the file as the user knows it. */
  file: string;
  /** Bytes that the file may have; no limit when left out. */
  limitBytes?: number | null;
  /** Milliseconds since 1970; without it no date counts as lying in the future. */
  now?: number;
}

export interface PartAuditor {
  /** The next bytes, cut anywhere. */
  push(bytes: Uint8Array): void;
  end(): PartAudit;
}

/** Texts kept of one part; a file with more than these holds no placeholders but something else. */
const MAX_TEXTS = 50_000;

/** Bracketed texts, each kept once, and the items that hold them. */
function createTextUses() {
  const indexes = new Map<string, number>();
  const uses: number[] = [];
  const last = new Map<number, number>();
  const fields: string[] = [];
  return {
    add(item: number, text: string, line: number, field: string): void {
      let index = indexes.get(text);
      if (index === undefined) {
        if (indexes.size >= MAX_TEXTS) return;
        index = indexes.size;
        indexes.set(detach(text), index);
      }
      if (last.get(index) === item) return;
      last.set(index, item);
      let fieldIndex = fields.indexOf(field);
      if (fieldIndex === -1) fieldIndex = fields.push(detach(field)) - 1;
      uses.push(item, index, line, fieldIndex);
    },
    finish: () => ({ texts: [...indexes.keys()], fields, textUses: Int32Array.from(uses) }),
  };
}

/** What the channel must say: it is a WXR of a version, and who wrote the items. */
function createChannel() {
  let version: string | undefined;
  const authors = new Set<string>();
  return {
    leaf(leaf: Leaf): void {
      if (leaf.name === 'wp:wxr_version') version ??= leaf.text.trim();
      if (leaf.name === 'wp:author_login') authors.add(leaf.text);
    },
    version: () => version,
    authors,
  };
}

/**
 * Audits one written file as its bytes come.
 * @returns an auditor; what its `end` gives is plain and can be sent between threads
 */
export function createPartAudit(options: PartAuditOptions): PartAuditor {
  const problems = createProblemList(options.file);
  const items = createItemAudit(problems, options.now);
  const texts = createTextUses();
  const channel = createChannel();
  const decoder = createUtf8Text();
  let bytes = 0;
  let isInvalid = false;

  const reader = createWxrReader({
    itemStart: items.itemStart,
    itemEnd: items.itemEnd,
    itemLeaf: items.itemLeaf,
    meta: items.meta,
    comment: items.comment,
    channelLeaf: channel.leaf,
    text: (text, line, field) =>
      findBracketed(text, (found) => texts.add(items.current(), found, line, field)),
    problem: ({ fatal, ...problem }) => {
      const item = items.current();
      problems.add({ severity: 'fault', ...problem, ...(item === -1 || fatal ? {} : { item }) });
    },
  });

  function failEncoding(): void {
    isInvalid = true;
    const place = { line: reader.line(), column: reader.column() };
    problems.add({
      code: 'xml-encoding',
      severity: 'fault',
      text: 'The file is not UTF-8 here, so the importer fails or damages the page; save it as UTF-8.',
      ...place,
    });
  }

  function endFile(): void {
    if (isInvalid) return;
    if (decoder.end()) failEncoding();
    else if (reader.end()) endChannel();
  }

  function endChannel(): void {
    const version = channel.version();
    if (version === undefined || !/^\d+\.\d+$/u.test(version)) {
      const said =
        version === undefined ? 'has no wp:wxr_version' : `says wp:wxr_version "${version.slice(0, 40)}"`;
      problems.add({
        code: 'wxr-version',
        severity: 'fault',
        text: `The file ${said}, so the importer says that it is no WXR file; it must be a number like 1.2.`,
      });
    }
  }

  return {
    push(chunk) {
      bytes += chunk.length;
      if (isInvalid) return;
      const { text, invalid } = decoder.push(chunk);
      reader.write(text);
      if (invalid) failEncoding();
    },
    end() {
      endFile();
      const limitBytes = options.limitBytes ?? null;
      const { items: rows, types, pages, creators } = items.finish();
      for (const [creator, line] of creators) {
        if (channel.authors.size === 0 || channel.authors.has(creator)) continue;
        problems.add({
          code: 'author-unknown',
          severity: 'notice',
          text: `No wp:author has the login "${creator.slice(0, 60)}", so its pages go to whoever imports; name the author in the channel.`,
          line,
          field: 'dc:creator',
        });
      }
      return {
        file: options.file,
        bytes,
        limitBytes,
        pages,
        items: rows,
        types,
        ...texts.finish(),
        problems: problems.finish(),
      };
    },
  };
}
