/**
 * Checks XML as Feeds, Migrate and Node Export read it: records by their path, identified by uuid, guid or id;
 * text next to child elements is dropped; an alias is unique.
 */
import type {
  PlatformAudit,
  Expectation,
  PartAuditOptions,
  PartAuditor,
} from '../../../verify/platform-audit.ts';
import { type OnPage, readFieldTexts, toPageSlug } from '../../../verify/audited-page.ts';
import { readMustacheShape } from '../../../verify/mustache-shape.ts';
import { createUtf8Text } from '../../../verify/utf8-text.ts';
import { RecordAudit, type RecordPart, checkRecords, readHtmlFields } from '../../../verify/record-audit.ts';
import { XmlStream } from '../../../verify/xml-stream.ts';
import { limits } from '../limits.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const ALIASES = new Set(['alias', 'path', 'url_alias', 'path_alias']);
/** Paths of records if the options name none. */
const KNOWN: Readonly<Record<string, string>> = {
  rss: 'rss/channel/item',
  feed: 'feed/entry',
  node_export: 'node_export/node',
};

/** Fields of the module Metatag, and others that are in the head of a page or aren't shown. */
const METATAG = /meta_?tags?$/;
const URL_FIELD = /(?:^|\/)(?:alias|path|url_alias|path_alias|link)$/;
const DESCRIPTION = /(?:meta|seo)[\w/]*desc/;
const UNSHOWN_FIELD =
  /meta|robots|canonical|seo|^(?:type|uid|author|creator|summary)(?:\/|$)|alias|path|link|guid|@/;

interface Level {
  name: string;
  line: number;
  text: string;
  hasChild: boolean;
}

/** The value of a field is the field. */
function toField(path: string): string {
  return path.replace(/\/value$/, '');
}

class DrupalAudit implements PartAuditor<RecordPart> {
  readonly #records: RecordAudit;
  readonly #decoder = createUtf8Text();
  readonly #xml: XmlStream;
  readonly #levels: Level[] = [];
  readonly #onPage: OnPage | undefined;
  #path: string | undefined;
  /** Level that the open record is at; 0 outside of records. */
  #depth = 0;
  #fields = new Map<string, string>();
  #kinds = new Set<string>();
  #bytes = 0;
  #isBroken = false;
  #count = 0;

  constructor(options: PartAuditOptions) {
    this.#records = new RecordAudit('drupal', options);
    this.#path = options.recordPath;
    this.#onPage = options.onPage;
    this.#xml = new XmlStream({
      open: ({ name, attributes }) => {
        const { line } = this.#xml;
        this.#open(name, line);
        for (const key in attributes) this.#read(attributes[key]?.value ?? '', line, `${name} ${key}`);
        const { key } = attributes;
        if (this.#levels.length === this.#depth && key !== undefined) this.#checkKey(key.value, line);
      },
      close: () => this.#close(),
      text: (text) => {
        const level = this.#levels.at(-1);
        if (level) level.text += text;
      },
      error: (message) =>
        this.#fail('malformed-xml', `The XML is malformed here: ${message}. Fix it and try again.`),
      doctype: () =>
        this.#fail('xml-doctype', 'The file has a DOCTYPE, which the importer rejects; remove it.'),
      declaration: (version, encoding) => {
        if (version !== '1.0')
          this.#fail('xml-version', `The file declares XML ${version}; save it as XML 1.0.`);
        if (encoding !== '' && encoding.toLowerCase() !== 'utf-8')
          this.#fail('xml-encoding', `The file declares the encoding ${encoding}; save it as UTF-8.`);
      },
    });
  }

  push(chunk: Uint8Array): void {
    this.#bytes += chunk.length;
    if (this.#isBroken) return;
    const { text, invalid } = this.#decoder.push(chunk);
    this.#xml.write(text);
    if (invalid) this.#fail('xml-encoding', 'The file is not UTF-8 here; save it as UTF-8.');
  }

  end(): RecordPart {
    if (!this.#isBroken && this.#decoder.end())
      this.#fail('xml-encoding', 'The file isn’t UTF-8 at its end; save it as UTF-8.');
    if (!this.#isBroken) this.#xml.end();
    this.#records.current = -1;
    if (!this.#isBroken && this.#count === 0)
      this.#fail('records-missing', `The file has no <${this.#path ?? 'record'}>.`);
    return this.#records.end(this.#bytes);
  }

  #fail(code: string, text: string): void {
    if (this.#isBroken) return;
    this.#isBroken = true;
    this.#records.current = -1;
    this.#records.problem({ code, severity: 'fault', text, line: this.#xml.line });
  }

  #report(
    code: string,
    severity: 'fault' | 'notice',
    details: { text: string; line: number; field?: string },
  ): void {
    this.#records.problem({ code, severity, ...details });
  }

  #open(name: string, line: number): void {
    const parent = this.#levels.at(-1);
    if (parent) {
      parent.hasChild = true;
      if (this.#depth > 0 && this.#levels.length > this.#depth && parent.text.trim() !== '')
        this.#report('markup-in-leaf', 'fault', {
          text: `The element <${name}> isn’t escaped in ${parent.name}, so Drupal drops its text; wrap it in CDATA.`,
          line,
          field: parent.name,
        });
    }
    this.#levels.push({ name, line, text: '', hasChild: false });
    if (this.#depth > 0) return;
    const names = this.#levels.map((level) => level.name);
    this.#path ??= KNOWN[names[0] ?? ''] ?? (names.length === 2 ? names.join('/') : undefined);
    if (names.join('/') !== this.#path) return;
    this.#depth = names.length;
    this.#fields = new Map();
    this.#count += 1;
    this.#records.start(line);
  }

  #emitPage(): void {
    if (!this.#onPage) return;
    // Views name fields by their labels.
    const fields = Array.from(this.#fields, ([path, text]) => [path.toLowerCase(), text] as const);
    const find = (pattern: RegExp) => fields.find(([path]) => pattern.test(path))?.[1];
    const metatag = find(METATAG) ?? '';
    const readTag = (name: string) => new RegExp(`"${name}"(?::|;s:\\d+:)\\s*"([^"]*)"`).exec(metatag)?.[1];
    const url = find(URL_FIELD) ?? '';
    const title = find(/^title$/) ?? find(/\/title$/) ?? '';
    const description = find(DESCRIPTION) ?? readTag('description');
    this.#onPage({
      slug: toPageSlug(url),
      url,
      title,
      texts: fields.flatMap(([path, text]) =>
        /(?:^|\/)title$/.test(path) || UNSHOWN_FIELD.test(path) ? [] : readFieldTexts(path, text),
      ),
      searchTitle: undefined,
      description: description ?? (metatag === '' ? undefined : ''),
      canonical: readTag('canonical_url') ?? '',
      isNoindex: /noindex/.test(readTag('robots') ?? find(/(?:^|[/_])robots$/) ?? ''),
    });
  }

  /** Views number their records from 0. */
  #checkKey(value: string, line: number): void {
    if (!/^\d+$/.test(value)) return;
    this.#fields.set('@key', value);
    this.#kinds.add('@key');
    if (this.#fields.size > 1)
      this.#report('meta-key-after-value', 'notice', {
        text: 'The key comes after other fields; move it before them.',
        line,
      });
  }

  #close(): void {
    const level = this.#levels.pop();
    if (!level || this.#isBroken) return;
    const { name, text, line, hasChild } = level;
    if (!hasChild || text.includes('[')) this.#read(text, line, name);
    if (this.#depth === 0) return;
    if (this.#levels.length < this.#depth) this.#finish(line);
    else if (!hasChild) {
      const names = this.#levels.slice(this.#depth).map((each) => each.name);
      const path = toField([...names, name].join('/'));
      // Vue, Angular and the like render the tags of a page
      this.#records.findings(this.#records.seed.checkTags(text, path, readMustacheShape), line, path);
      this.#records.code(text, path);
      if (!this.#fields.has(path)) this.#fields.set(path, text.trim());
      this.#kinds.add(path);
    }
  }

  /** Records of other kinds come after the record that they are cloned with. */
  #read(text: string, line: number, field: string): void {
    const isRelated = this.#depth === 0 && this.#levels.length + 1 >= (this.#path?.split('/').length ?? 0);
    if (isRelated) this.#records.current = this.#count - 1;
    this.#records.text(text, line, field);
    if (isRelated) this.#records.current = -1;
  }

  #finish(line: number): void {
    this.#depth = 0;
    const findValue = (matches: (name: string) => boolean) =>
      [...this.#fields].find(([path]) => matches(path.split('/').at(-1) ?? ''))?.[1];
    const uuid = findValue((name) => name === 'uuid');
    const guid = findValue((name) => name === 'guid');
    const alias = findValue((name) => ALIASES.has(name)) ?? '';
    const id = this.#fields.get('id') ?? this.#fields.get('unique_id') ?? '';
    const title = this.#fields.get('title') ?? '';
    if (uuid !== undefined && !UUID.test(uuid))
      this.#report('malformed-uuid', 'notice', {
        text: `"${uuid.slice(0, 60)}" isn’t a valid uuid; write 32 lowercase hex digits, grouped 8-4-4-4-12.`,
        line,
        field: 'uuid',
      });
    if (guid === '')
      this.#report('guid-empty', 'notice', {
        text: 'The record has an empty guid, so Feeds can’t identify it; add a guid.',
        line,
        field: 'guid',
      });
    if (this.#fields.has('title') && title === '')
      this.#report('title-empty', 'fault', {
        text: 'The record has no title, which every node needs; add one.',
        line,
        field: 'title',
      });
    if ([...title].length > limits.titleCharacters)
      this.#report('title-long', 'fault', {
        text: `The title has more than ${limits.titleCharacters} characters, the most that Drupal stores; shorten it.`,
        line,
        field: 'title',
      });
    if (alias.endsWith('/') || /\s/.test(alias))
      this.#report('malformed-alias', 'notice', {
        text: `Drupal changes or rejects the alias "${alias.slice(0, 100)}"; remove its spaces and the slash at its end.`,
        line,
        field: 'alias',
      });
    for (const name of ['nid', 'vid'])
      if (uuid !== undefined && (this.#fields.get(name) ?? '') !== '')
        this.#report('number-preserved', 'notice', {
          text: `The record has the ${name} of the site that it came from, where another node may have it; remove it.`,
          line,
          field: name,
        });
    this.#emitPage();
    this.#records.finish({
      slug: alias.replace(/^\//, ''),
      isPage: true,
      type: '',
      keys: { uuid: uuid ?? '', guid: guid ?? '', alias, id, key: this.#fields.get('@key') ?? '' },
    });
  }
}

const RULES = {
  readHtml: (seedTexts: Readonly<Record<string, readonly string[]>>) => readHtmlFields(seedTexts, toField),
  hasIds: false,
  unique: {
    uuid: 'the second replaces the first',
    guid: 'the importer treats both as one record',
    alias: 'only one record can have it',
    id: 'the importer treats both as one record',
    key: 'every record needs its own',
  },
  strict: new Set(['malformed-alias', 'guid-empty', 'number-preserved', 'malformed-uuid']),
  refusing: new Set(['title-empty']),
};

export const audit: PlatformAudit<RecordPart> = {
  create: (options) => new DrupalAudit(options),
  check: (parts, expectation?: Expectation) => checkRecords(parts, RULES, expectation),
};
