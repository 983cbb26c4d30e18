/** Describes where a placeholder is used: "Title, 3 headings, 10 in text". */

/** A place in the seed, with the text around it. */
export interface UsedPlace {
  /** Name of the leaf. */
  leaf: string;
  /** Contexts that the value is encoded for, outermost first; `condition` or `list` in a marker. */
  context: string;
  /** The seed’s text before the place, as far as it matters. */
  before: string;
  /** The seed's text from the place on. */
  after: string;
}

/** Kinds of uses, in the order in which they are listed. */
const KINDS = {
  title: ['Title', undefined],
  url: ['Page URL', undefined],
  seoTitle: ['SEO title', undefined],
  description: ['Meta description', undefined],
  heading: ['heading', 'headings'],
  button: ['button', 'buttons'],
  link: ['link', 'links'],
  image: ['image', 'images'],
  text: ['in text', 'in text'],
  jsonLd: ['JSON-LD', undefined],
  script: ['in a script', 'in scripts'],
  condition: ['in a condition', 'in conditions'],
  list: ['in a list', 'in lists'],
  other: ['in settings', 'in settings'],
} as const;

type UseKind = keyof typeof KINDS;

/** Characters before and after a place that show its use. */
export const USE_WINDOW = 2000;

const URL_LEAF = /^(?:slug|link|\w+:post_(?:name|path))$|(?:^|[_ -])(?:slug|alias|path)$/i;
const SEO_TITLE = /(?:wpseo|rank_math|aioseop?|seopress_titles|seo|meta|html)_title$|metatag.*title/i;
const DESCRIPTION =
  /meta_?desc(?:ription)?$|titles_desc$|(?:rank_math|aioseop?|seo)_description$|^description$/i;
const BUILDER_LEAF = /^meta _(?:elementor|bricks|fl_builder)/;
const SETTING_LEAF = /^meta |^\w+:|^term$/;
/** A schema that a plugin stores as data. */
const SCHEMA_LEAF = /schema/i;
/** A tag or shortcode at the end of a text. */
const OPEN_TAG = /<[a-z][^<>]*$|\[[a-z][\w-]*\s[^[\]<>]*=\s*["'][^"'[\]<>]*$/i;
const SIGNS: readonly [RegExp, string][] = [
  [/&lt;|\\+u003c/gi, '<'],
  [/&gt;|\\+u003e/gi, '>'],
  [/&quot;|&#0*34;|\\+u0022/gi, '"'],
  [/\\+(?=["'/])/g, ''],
];
const BUTTON = /\bbutton\b|\bbtn\b|wp-element-button|wp-block-button/i;

/** Unescapes tags and quotes of the text, as a browser gets it. */
function readSigns(text: string): string {
  return SIGNS.reduce((read, [pattern, sign]) => read.replaceAll(pattern, sign), text);
}

/** Returns the kind of the innermost element that is open at the end of a text. */
function findElement(text: string): UseKind | undefined {
  const open: { name: string; attributes: string }[] = [];
  for (const [, slash, name = '', attributes = ''] of text.matchAll(
    /<(\/?)(h[1-6]|a|button)\b((?:"[^"]*"|'[^']*'|[^'">])*)>/gi,
  )) {
    const element = name.toLowerCase();
    if (slash === '') open.push({ name: element, attributes });
    else {
      const at = open.findLastIndex((each) => each.name === element);
      if (at >= 0) open.splice(at);
    }
  }
  if (open.some(({ name }) => /^h\d/.test(name))) return 'heading';
  const last = open.at(-1);
  if (!last) return undefined;
  return last.name === 'button' || BUTTON.test(last.attributes) ? 'button' : 'link';
}

/** Returns the kind of an attribute’s place by its tag, which the text ends in. */
function findAttribute(text: string): UseKind {
  const [, tag = '', attributes = ''] =
    /[<[]([a-z][\w:-]*)((?:"[^"]*"|'[^']*'|[^'"<>[\]])*["']?[^"'<>[\]]*)$/i.exec(text) ?? [];
  const name = /([\w:-]+)\s*=\s*["'][^"']*$/.exec(attributes)?.[1]?.toLowerCase() ?? '';
  const element = tag.toLowerCase();
  if (/^(?:img|source|picture)$/.test(element)) return 'image';
  if (/button|cta/.test(element)) return 'button';
  if (element === 'a' && name === 'href') return BUTTON.test(attributes) ? 'button' : 'link';
  if (/heading/.test(element)) return 'heading';
  if (/^(?:url|link|href)$|_url$/.test(name)) return 'link';
  return /title|text|content|label|description/.test(name) ? 'text' : 'other';
}

/** Returns the kind of the page builder’s widget that a setting belongs to. */
function findWidget(before: string, after: string, isAddress: boolean): UseKind {
  const settings = before.slice(0, before.lastIndexOf('"settings":'));
  // the type is right before the settings, or after the elements that follow them
  const own =
    /"widgetType":"([^"]*)",$/.exec(settings) ?? /"elements":\[\],"widgetType":"([^"]*)"/.exec(after);
  const widget = own?.[1] ?? '';
  if (/classes|_id$/.test(/"(\w+)":"[^"]*$/.exec(before)?.[1] ?? '')) return 'other';
  if (/button|call-to-action/.test(widget)) return 'button';
  if (isAddress) return 'link';
  return /heading|title/.test(widget) ? 'heading' : 'text';
}

/** Returns the kind of a place in a script or style that is open at the end of a text. */
function findCode(before: string): UseKind | undefined {
  const lower = before.toLowerCase();
  const start = Math.max(lower.lastIndexOf('<script'), lower.lastIndexOf('<style'));
  if (start < 0 || /<\/(?:script|style)/.test(lower.slice(start))) return undefined;
  if (lower.startsWith('<style', start)) return 'other';
  return lower.slice(start, lower.indexOf('>', start) + 1).includes('ld+json') ? 'jsonLd' : 'script';
}

/** Returns the kind of a place by the text around it. */
function findPlace({ leaf, context, ...around }: UsedPlace): UseKind {
  const before = readSigns(around.before);
  const code = findCode(before);
  if (code) return code;
  const isAddress = /address/.test(context);
  if (OPEN_TAG.test(before)) return findAttribute(before);
  if (BUILDER_LEAF.test(leaf)) {
    const element = findElement(before.slice(before.lastIndexOf('":"')));
    return element ?? findWidget(before, readSigns(around.after), isAddress);
  }
  if (SETTING_LEAF.test(leaf)) return isAddress ? 'link' : 'other';
  return findElement(before) ?? (isAddress ? 'link' : 'text');
}

function findKind(place: UsedPlace): UseKind {
  const { leaf, context } = place;
  if (context === 'condition' || context === 'list') return context;
  const name = leaf.replace(/^meta /, '');
  if (/^title$/i.test(leaf)) return 'title';
  if (URL_LEAF.test(leaf)) return 'url';
  if (SEO_TITLE.test(name)) return 'seoTitle';
  if (DESCRIPTION.test(name)) return 'description';
  return SCHEMA_LEAF.test(name) ? 'jsonLd' : findPlace(place);
}

/** Counts the uses of one placeholder. */
export class UseCounter {
  readonly #counts = new Map<UseKind, number>();

  add(place: UsedPlace): void {
    const kind = findKind(place);
    this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
  }

  /** @returns `Title, 3 headings, 10 in text` */
  describe(): string {
    return (Object.keys(KINDS) as UseKind[])
      .flatMap((kind) => {
        const [one, many] = KINDS[kind];
        const count = this.#counts.get(kind) ?? 0;
        if (count === 0) return [];
        if (many === undefined) return [one];
        return [`${count} ${count === 1 ? one : many}`];
      })
      .join(', ');
  }
}
