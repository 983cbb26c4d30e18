/** Drupal: XML for Feeds, Migrate or Node Export, in the seed's own shape. */
import { isEmptyInPhp } from '../shared/php/is-empty-in-php.ts';
import { phpCodecs } from '../shared/php/php-codecs.ts';
import type { Codecs } from '../../encoding/codecs.ts';
import type { PlatformSyntax } from '../platform.ts';
import { readChildText } from '../../encoding/xml/xml-leaf.ts';
import { readDrupalSnippet } from './drupal-snippet.ts';
import { listLeaves } from './leaves.ts';
import { byteLength } from '../../encoding/piece.ts';
import { createMustache, findMustache } from '../shared/template-tags/mustache.ts';
import { createScan } from '../../encoding/scan-text.ts';
import { toProjectKey } from '../../render/identity.ts';
import type { CompiledSeed, ProjectOptions, ProjectReading } from '../../render/project.ts';
import type { RowFault } from '../../render/row-fault.ts';
import type { PagePlace, PartFrame, Selector, Template } from '../../render/template.ts';
import type { Problem } from '../../problem.ts';
import type { Table } from '../../sheet/table.ts';
import { Columns } from '../../language/columns.ts';
import { trimEdges, trimEnd } from '../../text/trim-edges.ts';
import { type XmlElement, findChild } from '../../text/xml-outline.ts';
import {
  assembleProject,
  findFirstValue,
  finishProject,
  createSlugRules,
  preserveNames,
  createRecordSlug,
} from '../shared/assemble.ts';
import { audit } from './audit/drupal-audit.ts';
import { guide } from './guide.ts';
import { findSteeredFields, steering } from './steering.ts';
import { type FieldSteering, createFieldSteering } from '../shared/field-steering.ts';
import { limits } from './limits.ts';
import type { Platform, SampleView, XmlFile } from '../platform.ts';
import { createIdentities } from '../shared/identities.ts';
import { applyPieces, clearPlaceholders, listBracketed } from '../shared/xml/brackets.ts';
import { setUtf8Declaration } from '../shared/xml/declaration.ts';
import { removeElement } from '../shared/xml/leaf.ts';
import { type SelectedRecords, selectRecords } from './select-records.ts';
import { compileRecords, findAlias, findTitle } from './drupal-pattern.ts';
import {
  ADVICE,
  type DrupalSeed,
  getRecordContainer,
  isForeignRoot,
  readDrupalSeed,
  recognizeDrupal,
  repairProlog,
} from './drupal-seed.ts';

/** Above the IDs of any site. */
const FIRST_NUMBER = 1_000_000_000;
/** IDs that one record can have. */
const IDS_PER_PAGE = 16;
const NUMBERS = Array.from({ length: IDS_PER_PAGE }, (_, index) => index);
const toNumber = ({ id }: PagePlace, index: number) => String(FIRST_NUMBER + (id - 1) * IDS_PER_PAGE + index);

/** Text around the records: static records are in the first file, a feed's own elements in each. */
function createFrame({ seed, chosen, columns }: Compiled, isFirst: boolean): PartFrame {
  const { text, root, shape } = seed;
  const { container, statics, patterns } = chosen;
  const first = patterns[0] ?? container;
  const gap = /\s*$/.exec(text.slice(0, first.start))?.[0] ?? '';
  const isFeed = shape === 'rss' || shape === 'atom';
  const isWritten = isFirst || isFeed;
  const cut = (element: XmlElement) =>
    isWritten ? clearPlaceholders(text, element, columns) : [removeElement(text, element)];
  const outside = root.children.filter((child) => child !== container);
  const pieces = (container === root ? [] : outside).flatMap(cut);
  const within = (start: number, end: number) => applyPieces(text, { start, end }, pieces);
  const records = isWritten
    ? statics.map(
        (element) =>
          text.slice(findLineStart(text, element.start), element.start) +
          applyPieces(text, element, clearPlaceholders(text, element, columns)),
      )
    : [];
  const opening = within(0, shape === 'entity' ? root.contentStart : container.contentStart);
  const head = setUtf8Declaration(opening) + records.join('');
  const tail =
    (/\s*$/.exec(text.slice(0, container.contentEnd))?.[0] ?? '') + within(container.contentEnd, text.length);
  return {
    head,
    gap: shape === 'entity' ? '' : gap,
    tail,
    statics: [],
    gapBytes: shape === 'entity' ? 0 : byteLength(gap),
    bytes: byteLength(head) + byteLength(tail),
  };
}

/** Start of the white space before an element. */
function findLineStart(text: string, at: number): number {
  let start = at;
  while (start > 0 && /\s/.test(text[start - 1] ?? '')) start -= 1;
  return start;
}

interface Compiled extends CompiledSeed {
  seed: DrupalSeed;
  chosen: SelectedRecords;
  selectors: readonly Selector[];
  steering: FieldSteering['steering'];
}

function createTemplate(options: ProjectOptions, compiled: Compiled, site: string): Template {
  const { seed, chosen, pattern } = compiled;
  const recordPath = findRecordPath(seed, chosen);
  const frames = [true, false].map((isFirst) => createFrame(compiled, isFirst));
  const title = pattern.titleText;
  const value = title && findFirstValue(title);
  return {
    format: 'drupal',
    product: 'Drupal',
    extension: 'xml',
    recordPath,
    selectors: [{ name: 'Record', path: `/${recordPath}` }, ...compiled.selectors],
    slugs: createSlugRules('path', limits.slugBytes),
    isEmptyText: isEmptyInPhp,
    identities: createIdentities(toProjectKey(options.key), (place, uuid) => ({
      ...Object.fromEntries(NUMBERS.map((index) => [`number-${index}`, toNumber(place, index)])),
      number: String(FIRST_NUMBER + place.id - 1),
      index: String(place.id - 1),
      uuid,
      slug: place.slug,
      url: `${site}/${place.slug}`,
    })),
    ...(compiled.steering && { steering: compiled.steering }),
    checkRow(values): RowFault[] {
      if (!title || !value || [...values.renderText(title)].length <= limits.titleCharacters) return [];
      const text = `The title has more than ${limits.titleCharacters} characters, which Drupal does not keep. Shorten the cells used there.`;
      return [{ code: 'title-too-long', text, value }];
    },
    frame: ({ isFirst }) => frames[isFirst ? 0 : 1] as PartFrame,
    statics: [],
    locate: () => ({ title: pattern.title, start: pattern.start }),
  };
}

/** Path of the first kind of record, for readers of the files. */
function findRecordPath({ root, shape }: DrupalSeed, { container, patterns }: SelectedRecords): string {
  if (shape === 'entity') return `${root.name}/item`;
  const names = container === root ? [root.name] : [root.name, container.name];
  return [...names, patterns[0]?.name ?? ''].join('/');
}

function checkSite(seed: DrupalSeed, relativeFiles: number, site: string): Problem[] {
  if (site !== '') return [];
  const text =
    'The site isn’t known, so the links of the pages begin with "/". Enter the base URL of the site.';
  const files = `${relativeFiles} ${relativeFiles === 1 ? 'field names a file' : 'fields name files'} without a domain, so Feeds can’t fetch ${relativeFiles === 1 ? 'it' : 'them'}. Enter the base URL of the site.`;
  const notice = (code: string, message: string): Problem => ({
    code,
    severity: 'notice',
    file: seed.file,
    field: 'site',
    text: message,
  });
  return [notice('site-missing', text), ...(relativeFiles > 0 ? [notice('file-relative', files)] : [])];
}

const SITE: Codecs = { ...phpCodecs, encodeForPage: createMustache() };
const syntax: PlatformSyntax = {
  createCodecs: (source) => ({
    ...SITE,
    encodeForPage: createMustache(findMustache(source, true)),
    outside: SITE,
  }),
  findPreservedNames: (_seed, keep) => preserveNames(keep, true),
};

/** Finds the fields of the first record that rows set. */
function findSettings(
  options: ProjectOptions & { seed: DrupalSeed; table: Table },
  { patterns }: SelectedRecords,
  columns: Columns,
): { settings: FieldSteering; elements: ReadonlyMap<XmlElement, string> } {
  const { text } = options.seed;
  const leaves = patterns.slice(0, 1).flatMap((pattern) => listLeaves(text, pattern, ''));
  const { fields, elements } = findSteeredFields(leaves, (written) => columns.fillsAny(written));
  const settings = createFieldSteering({
    options,
    support: steering,
    product: 'Drupal',
    columns,
    bracketed: patterns.flatMap((pattern) => listBracketed(text, pattern)),
    fields,
  });
  return { settings, elements: new Map([...elements].filter(([, column]) => settings.sets(column))) };
}

function compile(options: ProjectOptions & { seed: DrupalSeed; table: Table }): ProjectReading {
  const { seed, table } = options;
  const site = trimEnd(options.site ?? '', '/');
  const columns = new Columns(table.columns, options.columns);
  const chosen = selectRecords(seed, columns);
  if ('severity' in chosen) return { problems: [chosen] };
  const source = chosen.patterns.map(({ start, end }) => seed.text.slice(start, end)).join('\n');
  const scan = createScan(
    columns,
    syntax.findPreservedNames(seed.text, options.keep ?? []),
    syntax.createCodecs(source),
  );
  const alias = findAlias(seed, chosen.patterns);
  const { settings, elements } = findSettings(options, chosen, columns);
  const { pattern, relativeFiles, selectors } = compileRecords(seed, chosen, {
    scan,
    site,
    alias: alias?.element,
    settings: elements,
  });
  const parts = {
    options,
    seed,
    chosen,
    selectors,
    steering: settings.steering,
    settings: settings.settings,
    scan,
    pattern,
    slug: createRecordSlug(alias && trimEdges(alias.text.trim(), '/'), pattern.title, columns),
    slugStart: alias?.element.start ?? pattern.start,
    slugText: alias && { from: alias.element.contentStart, to: alias.element.contentEnd },
    address: { prefix: `${site}/`, suffix: '' },
    problems: [...chosen.problems, ...settings.problems, ...checkSite(seed, relativeFiles, site)],
  };
  return finishProject(parts, (compiled) =>
    assembleProject({ options, compiled, template: createTemplate(options, compiled, site), firstId: 1 }),
  );
}

/** Reads the first record; its longest text with a tag is the content. */
function readSample(file: XmlFile): SampleView | undefined {
  const { seed } = readDrupalSeed(file);
  if (!seed) return undefined;
  const container = getRecordContainer(seed);
  const record = container.children.find(({ children }) => children.length > 0) ?? container;
  const source = file.text.slice(record.start, record.end);
  const texts = [...source.matchAll(/<!\[CDATA\[([^]*?)\]\]>/g)].map(([, text = '']) => text);
  const html = texts.filter((text) => /<[a-z]/i.test(text)).toSorted((a, b) => b.length - a.length)[0] ?? '';
  const title = findTitle(seed, [record]);
  const channel = findChild(seed.root, 'channel');
  const readChannel = (name: string) => readChildText(seed.text, channel, name);
  const leaves = listLeaves(seed.text, record, '');
  return {
    title,
    site: readChannel('link'),
    snippet: readDrupalSnippet({ seed, record, leaves, title, html, siteName: readChannel('title') }),
    slug: findAlias(seed, [record])?.text ?? '',
    description: '',
    html,
    source,
  };
}

export const drupal: Platform<XmlFile, DrupalSeed, 'drupal'> = {
  id: 'drupal',
  name: 'Drupal',
  extension: 'xml',
  hasSiteUrl: true,
  offered: 'switcher',
  previewLimits:
    'Your theme’s regions, blocks, views and all fields but the text aren’t shown. Forms and embeds appear as labeled boxes: Drupal renders them on your site.',
  advice: ADVICE,
  repair: repairProlog,
  recognize: ({ root }) => (isForeignRoot(root) ? 0 : recognizeDrupal(root)),
  read: readDrupalSeed,
  compile,
  candidates(seed) {
    const records = seed.shape === 'entity' ? [seed.root] : getRecordContainer(seed).children;
    return records.slice(0, 50).map((record) => (scan) => {
      const chosen = { container: seed.root, patterns: [record], statics: [], problems: [] };
      compileRecords(seed, chosen, { scan, site: '', alias: findAlias(seed, [record])?.element });
    });
  },
  describe(seed) {
    const counts = new Map<string, number>();
    const records = seed.shape === 'entity' ? [seed.root] : getRecordContainer(seed).children;
    for (const { name } of records) counts.set(name, (counts.get(name) ?? 0) + 1);
    return {
      builder: 'other',
      records: [...counts].map(([type, count]) => ({ type, count })).sort((a, b) => b.count - a.count),
    };
  },
  readSample,
  ...syntax,
  audit,
  guide,
  steering,
};
