/** What was begun in a form and not saved: the server's part and this browser's made into one. */
import type { Draft } from '#contract/project-shapes.ts';
import type { InspectInputs } from '#web/client/inspector.ts';
import type { ProjectDraft } from '#web/client/project-drafts.ts';
import { messages } from '../shared/messages.ts';
import { NO_VALUES, type ProjectValues, writeDomain } from './project-form.rules.ts';

/** Nothing where there is nothing worth asking about. */
export interface KeptDraft {
  values: ProjectValues;
  savedAt: string;
  /** The server's part: seed page and data. */
  stored: Draft | null;
  /** What restoring changes in the form as it was loaded. */
  changes: (keyof ProjectValues | 'file' | 'images' | 'script')[];
  /** The project was saved since it was begun: restoring goes back behind that. */
  isOutdated: boolean;
}

/** What the form begins with. */
interface Beginning {
  values: ProjectValues;
  /** The project that is edited. */
  project?: { revision: number; manual?: InspectInputs['sheet'] };
}

const NAMES = Object.keys(NO_VALUES) as (keyof ProjectValues)[];

/** The newer of the two wins for what was typed; the data and the seed are the server's. */
export function joinDrafts(
  stored: Draft | null,
  local: ProjectDraft | undefined,
  start: Beginning,
): KeptDraft | undefined {
  const typedHere = local !== undefined && (stored === null || isNewer(local, stored)) ? local : undefined;
  if (typedHere === undefined && stored === null) return undefined;
  const values = readKept(typedHere?.fields ?? readStored(stored, start), start);
  const changes: KeptDraft['changes'] = NAMES.filter((name) => values[name] !== start.values[name]);
  if (stored?.seed) changes.push('file');
  if (stored && stored.files.length > 0) changes.push('images');
  const script = stored?.script ?? null;
  const isLarge = (stored?.script_url ?? null) !== null;
  if (isLarge || (script !== null && !isSameText(script, start.project?.manual))) changes.push('script');
  if (changes.length === 0) return undefined;
  const revision = (typedHere ?? stored)?.revision ?? start.project?.revision;
  return {
    values,
    savedAt: typedHere?.savedAt ?? stored?.updated_at ?? '',
    stored,
    changes,
    isOutdated: revision !== start.project?.revision,
  };
}

/** The fields that were saved since, and that what was typed next to a draft now covers. */
export function listCovered({ revision, fields }: ProjectDraft, start: Beginning): (keyof ProjectValues)[] {
  if (revision === start.project?.revision) return [];
  const values = readKept(fields, start);
  return NAMES.filter((name) => values[name] !== start.values[name]);
}

/** By the server's own moments where that can be told; two machines' clocks differ. */
function isNewer(local: ProjectDraft, stored: Draft): boolean {
  const { taken, savedAt } = local;
  if (taken?.isWhole) return false;
  return taken?.at === stored.updated_at || Date.parse(savedAt) >= Date.parse(stored.updated_at);
}

/** Of an edit, fields that were never kept are empty and say nothing: only its seed page was. */
function readStored(stored: Draft | null, { project }: Beginning): Partial<ProjectValues> {
  const isSeedOnly = project !== undefined && stored?.revision === null;
  if (isSeedOnly || !stored) return {};
  const { domain_id: domain, ...texts } = stored.fields;
  return { ...texts, ...(domain !== undefined && { domain_id: writeDomain(domain) }) };
}

function readKept(fields: Partial<Record<string, string>>, { values, project }: Beginning): ProjectValues {
  const kept = { ...values };
  for (const name of NAMES) kept[name] = fields[name] ?? values[name];
  // The title of a project stays as it is.
  if (project) return { ...kept, title: values.title };
  return { ...kept, footer_links: kept.footer_links || messages.footerDefault };
}

/** A saved text has the line ends that a form sends; a file is not read for this. */
function isSameText(script: string, manual: InspectInputs['sheet'] | undefined): boolean {
  if (!manual) return script === '';
  return 'text' in manual && asLines(manual.text) === asLines(script);
}

const asLines = (text: string): string => text.replaceAll('\r\n', '\n');
