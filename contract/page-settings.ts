/** Settings of pages that columns set, and the schedule, as forms and files write them. */

/** Columns that set something for the page of their row. */
export const PAGE_SETTINGS = [
  'page_status',
  'page_date',
  'page_parent',
  'page_author',
  'page_template',
  'page_order',
  'page_categories',
  'page_tags',
  'page_image',
  'page_noindex',
] as const;

export type PageSettingName = (typeof PAGE_SETTINGS)[number];

/** Values of a schedule’s fields, complete or not. */
export interface DailyFields {
  perDay: string;
  /** `2026-12-01` */
  day: string;
  /** `09:00` */
  time: string;
  /** IANA name. */
  zone: string;
}

/** A schedule as the form shows it. */
export type ScheduleFields = { kind: 'now' } | { kind: 'drafts' } | ({ kind: 'daily' } & DailyFields);

const OWN_FORM = /^(?:(\S*) )?a day from (\S*) (\S*) ([A-Za-z]\S*)$/;
const ANY_FORM =
  /^(\d+) (?:pages? )?(?:a|per) day,? (?:from|starting) (.*?)[, ]+([A-Za-z][\w+-]*(?:\/[\w+-]+)*)$/i;
const DEFAULT_TIME = '09:00';

/** Writes the fields of a daily schedule as its text. */
export function writeDailySchedule({ perDay, day, time, zone }: DailyFields): string {
  return `${perDay} a day from ${day} ${time} ${zone}`;
}

/** Reads other ways to write a date, such as `Dec 1, 2026, 9:00 AM`; the fields of an unknown one are empty. */
function readDate(text: string): Pick<DailyFields, 'day' | 'time'> {
  const date = new Date(text.includes(':') ? text : `${text} ${DEFAULT_TIME}`);
  if (Number.isNaN(date.getTime())) return { day: '', time: '' };
  const [year, month, day, hour, minute] = [
    date.getFullYear(),
    date.getMonth() + 1,
    date.getDate(),
    date.getHours(),
    date.getMinutes(),
  ].map((value) => String(value).padStart(2, '0'));
  return { day: `${year}-${month}-${day}`, time: `${hour}:${minute}` };
}

/** Reads the text of a schedule, also an incomplete one that the form has written. */
export function readSchedule(text: string): ScheduleFields {
  const words = text.trim();
  if (/^(?:all )?(?:as )?drafts?$/i.test(words)) return { kind: 'drafts' };
  const own = OWN_FORM.exec(words);
  if (own) {
    const [, perDay = '', day = '', time = '', zone = ''] = own;
    return { kind: 'daily', perDay, day, time, zone };
  }
  const [, perDay, from = '', zone = ''] = ANY_FORM.exec(words.replaceAll(/\s+/g, ' ')) ?? [];
  return perDay === undefined ? { kind: 'now' } : { kind: 'daily', perDay, ...readDate(from), zone };
}
