/** Writes an entry of the audit log as a sentence: plain text, and names that link to their pages. */
import type { z } from 'zod';
import type { auditLogContract } from '#contract/audit-log.contract.ts';
import { findAuditPhrase } from '#contract/audit-sentences.ts';
import { AUDIT_REFERENCES, nameDeletedUser } from '#contract/audit-words.ts';

export type Entry = z.output<typeof auditLogContract.list.reply>[number];

export interface Part {
  text: string;
  /** Page of the named row. */
  to?: string;
  isName?: boolean;
}

/** `login_as` becomes `Login as`. */
export const toLabel = (word: string) => {
  const text = word.replaceAll('_', ' ');
  return text.slice(0, 1).toUpperCase() + text.slice(1);
};

/** Names for entries without a user: reports of services and operator commands. */
const SERVICES: Readonly<Record<string, string>> = {
  subscription: 'Stripe',
  integration: 'Google',
  user: 'The server operator',
};

const getUserName = ({ id, name }: NonNullable<Entry['actor']>) => name ?? nameDeletedUser(id);

export function getActorName({ actor, impersonator, object }: Entry): string {
  const name = actor === null ? (SERVICES[object.kind] ?? 'Geoloom') : getUserName(actor);
  return impersonator === null ? name : `${getUserName(impersonator)} as ${name}`;
}

const isId = (value: unknown): value is number | string =>
  typeof value === 'number' || typeof value === 'string';

function getRowName(kind: string, id: number | string, names: Entry['names']): string {
  return names[`${kind}:${id}`] ?? (kind === 'user' ? nameDeletedUser(Number(id)) : `#${id}`);
}

const NO_VALUE = '–';
const STATUSES: Readonly<Record<string, string>> = {
  '1': 'Active',
  '0': 'Inactive',
  not_active: 'Not Active',
};

/** Formats a value of a change; ids become names. */
function writeValue(field: string, value: unknown, names: Entry['names']): string {
  if (value === undefined || value === null || value === '') return NO_VALUE;
  const kind = AUDIT_REFERENCES[field];
  if (kind !== undefined && isId(value)) {
    const name = getRowName(kind, value, names);
    return kind === 'upload' && name === `#${value}` ? 'a file' : name;
  }
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (field === 'amount' && typeof value === 'number') return (value / 100).toFixed(2);
  if (typeof value !== 'string') return JSON.stringify(value);
  return field === 'status' ? (STATUSES[value] ?? toLabel(value)) : value;
}

const FIELDS: Readonly<Record<string, string>> = {
  google_spread_sheet: 'sheet link',
  has_offer: 'individual offer',
  offer: 'limits of the offer',
  is_ending: 'end',
  is_exempt: 'exemption from payment',
  user_id: 'user',
};

/** `main_admin_id` becomes `main admin`, `is_disabled` becomes `disabled`. */
const toFieldLabel = (field: string) =>
  FIELDS[field] ??
  field
    .replace(/^(is|has)_/, '')
    .replace(/_id$/, '')
    .replaceAll('_', ' ');

/** Fields that a sentence names. */
const MAX_FIELDS = 4;

function listFields({ before, after }: Entry): string {
  const fields = Object.keys({ ...before, ...after }).filter((field) => field !== 'reason');
  const names = fields.slice(0, fields.length > MAX_FIELDS ? MAX_FIELDS - 1 : MAX_FIELDS).map(toFieldLabel);
  if (names.length < fields.length) names.push(`${fields.length - names.length} more`);
  return new Intl.ListFormat('en-US').format(names);
}

/** Fills one placeholder in braces. */
function fill(slot: string, entry: Entry): Part {
  const { object, actor, names, links, before, after } = entry;
  const toRow = (kind: string, id: unknown, name: string): Part => {
    const to = isId(id) ? links[`${kind}:${id}`] : undefined;
    return { text: name, isName: true, ...(to !== undefined && { to }) };
  };
  if (slot === 'object')
    return toRow(object.kind, object.id, object.name ?? getRowName(object.kind, object.id, names));
  if (slot === 'actor') return actor === null ? { text: '' } : toRow('user', actor.id, getUserName(actor));
  if (slot === 'id') return { text: String(object.id) };
  if (slot === 'fields') return { text: listFields(entry) };
  const [side, field = ''] = slot.split('.');
  const value = (side === 'before' ? before : after)?.[field];
  const kind = AUDIT_REFERENCES[field];
  const text = writeValue(field, value, names);
  return kind === undefined ? { text, isName: true } : toRow(kind, value, text);
}

export function writeSentence(entry: Entry): Part[] {
  const { object, actor, verb, before, after } = entry;
  const phrase =
    findAuditPhrase({
      kind: object.kind,
      verb,
      objectId: object.id,
      objectName: object.name,
      actorId: actor?.id ?? null,
      before,
      after,
    }) ?? `${toLabel(verb)} ${object.kind} {object}`;
  return phrase.split(/\{([^}]+)\}/).flatMap((text, index) => {
    if (index % 2 === 1) return [fill(text, entry)];
    return text === '' ? [] : [{ text }];
  });
}

export const writeText = (entry: Entry) =>
  writeSentence(entry)
    .map(({ text }) => text)
    .join('');

/** Lines of the details: `role: user → admin`; for a created or deleted row, the fields with a value. */
export function describeChange({ before, after, names }: Entry): string[] {
  const isChange = before !== null && after !== null;
  return Object.keys({ ...before, ...after }).flatMap((field) => {
    const [from, to] = [before, after].map((side) => writeValue(field, side?.[field], names));
    if (!isChange) {
      const only = after === null ? from : to;
      return only === NO_VALUE ? [] : [`${toFieldLabel(field)}: ${only}`];
    }
    // Another row with the same name, such as a replaced sheet.
    return [`${toFieldLabel(field)}: ${from === to ? `another ${from}` : `${from} → ${to}`}`];
  });
}
