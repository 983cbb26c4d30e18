/**
 * Values of the project form, their rules, and reasons why it can't be sent; server and page share the rules.
 */
import { z } from 'zod';
import { projectFields } from '#contract/project-shapes.ts';
import { formatAmount } from '#web/ui/format-figure.ts';
import { messages } from '../shared/messages.ts';

export type ProjectValues = {
  title: string;
  notes: string;
  google_spread_sheet: string;
  footer_links: string;
  /** Names that stay as shortcodes, comma-separated. */
  keep: string;
  /** Title, id or slug of the seed page; empty if the export has only one. */
  seed_page: string;
  schedule: string;
  /** Empty for none, and for types whose files name a site. */
  site_base_url: string;
  /** Templates for a Geocoder's copies; empty for the default ones. */
  file_name: string;
  caption: string;
  /** Empty for none. */
  domain_id: string;
};

export const NO_VALUES: ProjectValues = {
  title: '',
  notes: '',
  google_spread_sheet: '',
  footer_links: messages.footerDefault,
  keep: '',
  seed_page: '',
  schedule: '',
  site_base_url: '',
  file_name: '',
  caption: '',
  domain_id: '',
};

const { shape } = projectFields;
const typed = z.object({
  title: shape.title,
  notes: shape.notes,
  google_spread_sheet: shape.google_spread_sheet,
  footer_links: shape.footer_links,
  site_base_url: shape.site_base_url,
  file_name: shape.file_name,
  caption: shape.caption,
});

export interface Given {
  /** Or images of a Geocoder. */
  hasSeed: boolean;
  isGeocoder?: boolean;
  hasData: boolean;
}

/** Error of a missing seed page, or of missing images of a Geocoder. */
export const fileRequired = ({ isGeocoder = false }: Pick<Given, 'isGeocoder'>): string =>
  isGeocoder ? messages.imagesRequired : messages.seedRequired;

/** All errors at once, by field; `file` is the seed page. */
export function buildFormRules({ hasSeed, hasData, ...rest }: Given): z.ZodType {
  return z.custom<ProjectValues>().superRefine((values, context) => {
    for (const { path, message } of typed.safeParse(values).error?.issues ?? []) {
      context.addIssue({ code: 'custom', path: [...path], message });
    }
    const add = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    if (!hasSeed) add('file', fileRequired(rest));
    if (!hasData && values.google_spread_sheet.trim() === '') {
      add('google_spread_sheet', messages.dataRequired);
    }
  });
}

export const isSheetLink = (text: string): boolean =>
  text.trim() !== '' && shape.google_spread_sheet.safeParse(text).success;

export interface Readiness {
  isSending: boolean;
  isReading: boolean;
  /** Name of the file that is uploading. */
  uploading: string | undefined;
  isFetching: boolean;
  /** Errors of the files and the fields. */
  faults: number;
  /** Pages over the plan's limit; a test doesn't count. */
  over: number;
}

export interface WaitReason {
  kind: 'busy' | 'problems';
  text: string;
  /** Otherwise a press is remembered and sent once nothing is busy. */
  isDisabling: boolean;
  /** A test may start anyway. */
  isOfSave?: boolean;
}

/** Reason, in one sentence, why Save and Test are blocked; undefined if they aren't. */
export function waitReason(now: Readiness): WaitReason | undefined {
  const { faults, over } = now;
  const busy = (text: string, isDisabling = faults > 0) => ({ kind: 'busy', text, isDisabling }) as const;
  if (now.isSending) return busy('Sending to the server.', true);
  if (now.isFetching) return busy('Fetching the sheet.');
  if (now.uploading !== undefined) return busy(`Uploading ${now.uploading}.`);
  if (now.isReading) return busy('Reading the files.');
  const problem = (text: string) => ({ kind: 'problems', text, isDisabling: true }) as const;
  if (faults > 0) return problem(`Fix ${formatAmount(faults, 'problem')} to continue`);
  if (over > 0)
    return { ...problem(`${formatAmount(over, 'page')} over your limit this month`), isOfSave: true };
  return undefined;
}

/** Id of the domain; the form stores text. */
export const readDomain = (text: string): number | null => (text === '' ? null : Number(text));
