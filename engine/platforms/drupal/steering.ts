/** Settings of a node that columns of the sheet can set, in the seed’s own spelling. */
import { formatMysqlDate, parseZonedTime } from '../../render/calendar.ts';
import type { SteeringColumn } from '../../render/page-setting.ts';
import type { SteeringSupport } from '../../render/steering.ts';
import type { XmlElement } from '../../text/xml-outline.ts';
import type { SteeredField } from '../shared/field-steering.ts';
import type { Leaf } from './leaves.ts';

export const steering: SteeringSupport = {
  columns: {
    page_status: { field: 'status', accepts: { publish: '1', draft: '0' } },
    page_date: {
      field: 'created',
      accepts:
        'a date such as 2026-12-01 09:00 in the time zone of the seed’s date, or 2026-12-01T09:00-07:00',
    },
  },
};

/** Words for published and unpublished in exports. */
const PAIRS = [
  ['1', '0'],
  ['true', 'false'],
  ['True', 'False'],
  ['TRUE', 'FALSE'],
  ['On', 'Off'],
  ['Yes', 'No'],
  ['Published', 'Unpublished'],
] as const;
const PATHS: readonly [SteeringColumn, RegExp][] = [
  ['page_status', /^status(?:\/value)?$/],
  ['page_date', /^created(?:\/value)?$/],
];

function createStatus(own: string): SteeredField | string {
  const pair = PAIRS.find((words) => words.some((word) => word === own));
  if (!pair) return `the status of the seed is "${own}" instead of 1 or 0`;
  const words = new Map([
    ['publish', pair[0]],
    ['draft', pair[1]],
  ]);
  return { own, write: (cell) => words.get(cell.toLowerCase()) };
}

const pad = (value: number): string => String(value).padStart(2, '0');

function createDate(own: string): SteeredField | string {
  const iso = /^\d{4}-\d\d-\d\d(T| )\d\d:\d\d(?::\d\d)?(Z|[+-]\d\d:?\d\d)?$/.exec(own);
  const isStamp = /^\d{6,11}$/.test(own);
  if (!iso && !isStamp)
    return `the date of the seed is "${own}" instead of 2026-12-01T09:00:00+00:00 or a timestamp`;
  const [, separator = 'T', zone = ''] = iso ?? [];
  const [, sign = '+', hours = '0', minutes = '0'] = /^([+-])(\d\d):?(\d\d)$/.exec(zone) ?? [];
  const offset = (Number(hours) * 3600 + Number(minutes) * 60) * (sign === '-' ? -1 : 1);
  const writeZone =
    zone === '' || zone === 'Z' ? zone : `${sign}${pad(Number(hours))}:${pad(Number(minutes))}`;
  return {
    own,
    write(cell) {
      const time = parseZonedTime(cell);
      if (!time) return undefined;
      const utc = 'utc' in time ? time.utc : time.local - offset;
      return isStamp ? String(utc) : formatMysqlDate(utc + offset).replace(' ', separator) + writeZone;
    },
  };
}

/** Fields of the seed that rows can set, and their elements. */
export function findSteeredFields(
  leaves: readonly Leaf[],
  isFilled: (text: string) => boolean,
): { fields: Map<SteeringColumn, SteeredField | string>; elements: Map<XmlElement, SteeringColumn> } {
  const fields = new Map<SteeringColumn, SteeredField | string>();
  const elements = new Map<XmlElement, SteeringColumn>();
  for (const [column, path] of PATHS) {
    const leaf = leaves.find((each) => path.test(each.path));
    if (!leaf) continue;
    const own = leaf.text.trim();
    const create = column === 'page_status' ? createStatus : createDate;
    fields.set(column, isFilled(own) ? `the seed fills ${leaf.path} with a placeholder` : create(own));
    elements.set(leaf.element, column);
  }
  return { fields, elements };
}
