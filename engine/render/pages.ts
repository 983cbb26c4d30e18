/** Pages of a plan by their index: their identities, texts and links. */
import { FilledPage } from './filled-page.ts';
import { fillLink, type FormedLink } from './footer.ts';
import type { HeldRow } from './held-pages.ts';
import { toStoredKey } from './identity.ts';
import { readContent } from './page-content.ts';
import { createRowKey, type RowKey } from './page-slug.ts';
import type { Plan } from './plan.ts';
import { createRowOpener } from './project-row.ts';
import type { PageIdentity, RowValues } from './row-values.ts';
import { decodeHtmlText } from '../text/html-reference.ts';
import type { ExtraFile, PageIdentities, PagePlace } from './template.ts';

/** A valid link and the page that it leads to. */
export interface BuiltLink extends FormedLink {
  /** Identifies the row in every run of its project. */
  rowKey: string;
  slug: string;
  /** Reads all values of the page, like `readContent`; valid until the next event is pulled. */
  readContent(): string;
  /** Reads the title of the page, with its HTML references decoded; valid until the next event is pulled. */
  readTitle(): string;
}

/** A row with the identity and the key of its page. */
interface IdentifiedRow {
  identity: PageIdentity;
  key: RowKey;
  values: RowValues;
}

/** Lists the slug of each page of a plan by the index of its row. */
export function listPageSlugs(plan: Plan): Map<number, string> {
  const pages = new Pages(plan);
  return new Map(Array.from(plan.rows, (row, page) => [row, pages.identify(page).key.slug]));
}

/** A page as reports name it. */
export interface PageDescription {
  title: string;
  url: string;
  /** Text of its formed link. */
  label: string;
  /** Number of its row in the sheet. */
  rowNumber: number;
  /** Stored key of its row. */
  rowKey: string;
}

/** Lists the row and its stored key of each page, in the order of the pages. */
export function listPageKeys(plan: Plan): { row: number; rowKey: string }[] {
  const pages = new Pages(plan);
  return Array.from(plan.rows, (row, page) => ({
    row,
    rowKey: toStoredKey(pages.identify(page).key.rowKey),
  }));
}

/** A page that is held back. */
export interface HeldDescription extends PageDescription, HeldRow {}

/** Describes the pages that a plan holds back, written or not. */
export function describeHeld(plan: Plan): HeldDescription[] {
  if (plan.held.length === 0) return [];
  const pages = new Pages(plan);
  return plan.held.map((held) => {
    const { url, label, row, rowKey, readTitle } = pages.readLink(held.row);
    return { ...held, title: readTitle(), url, label, rowNumber: row, rowKey: toStoredKey(rowKey) };
  });
}

/** Pages of a plan, by their index. */
export class Pages {
  readonly #plan: Plan;
  readonly #identities: PageIdentities;
  readonly #open: (row: number) => RowValues;

  constructor(plan: Plan) {
    this.#plan = plan;
    this.#identities = plan.project.template.identities;
    this.#open = createRowOpener(plan.project, plan.neighbors);
  }

  #identifyRow(
    row: number,
    place: Pick<PagePlace, 'id' | 'date'>,
    identify: (place: PagePlace) => PageIdentity,
  ): IdentifiedRow {
    const { project, settings } = this.#plan;
    const values = this.#open(row);
    const key = createRowKey(project, values);
    if (!key) throw new Error(`row ${row} was planned, but has no slug`);
    const { slug, rowKey } = key;
    const identity = identify({ ...place, slug, rowKey, ...settings?.steer(row, rowKey) });
    return { identity, key, values: values.withIdentity(identity) };
  }

  /** Reads the row of a page. */
  identify(page: number): IdentifiedRow {
    const { rows, dates, project } = this.#plan;
    const place = { id: project.firstId + page, date: dates[page] ?? 0 };
    return this.#identifyRow(rows[page] ?? 0, place, (whole) => this.#identities.of(whole));
  }

  /** Fills a page. */
  fill(page: number): { text: string; bytes: number; link: BuiltLink } {
    const identified = this.identify(page);
    return {
      text: new FilledPage(this.#plan.project.program, identified.values).write(),
      bytes: this.#plan.sizes[page] ?? 0,
      link: this.#describeLink(identified),
    };
  }

  /** Reads the link of a row that has a page, or would have one. */
  readLink(row: number): BuiltLink {
    const place = { id: 0, date: 0 };
    return this.#describeLink(this.#identifyRow(row, place, (whole) => this.#identities.forPlanning(whole)));
  }

  #describeLink({ identity, key, values }: IdentifiedRow): BuiltLink {
    const { footer, pattern, program } = this.#plan.project;
    return {
      ...fillLink(footer, values, identity),
      rowKey: key.rowKey,
      slug: key.slug,
      readContent: () => readContent(program, values, identity),
      readTitle: () =>
        decodeHtmlText(values.renderText(pattern.titleText ?? { parts: [pattern.title] })).text,
    };
  }

  /** Fills a page as a part repeats it that has only its children. */
  fillStub(page: number): string {
    const { stubProgram, program } = this.#plan.project;
    return new FilledPage(stubProgram ?? program, this.identify(page).values).write();
  }

  /** Renders the record of the page for a file next to the parts. */
  write(extra: ExtraFile, page: number): string {
    const { identity, values } = this.identify(page);
    return extra.record(values, identity);
  }
}
