/** Texts of validation errors for fields without texts of their own. */
import type { z } from 'zod';

const REQUIRED = 'This field is required';
const INVALID = 'This value isn’t valid';

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

const FORMATS: Readonly<Record<string, string>> = {
  guid: 'a UUID',
  uuid: 'a UUID',
  date: 'a date such as 2026-11-29',
  datetime: 'a timestamp such as 2026-11-29T10:00:00Z',
};

/** @returns a sentence for the field, without a period */
export function describeIssue(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined) return REQUIRED;
  switch (issue.code) {
    case 'invalid_type':
      return toRule(TYPES[issue.expected]);
    case 'invalid_value':
      return toRule(
        issue.values.length === 1 ? String(issue.values[0]) : `one of: ${issue.values.join(', ')}`,
      );
    case 'invalid_format':
      return toRule(FORMATS[issue.format]);
    case 'too_small':
      return issue.input === '' ? REQUIRED : describeSize(issue.origin, 'at least', issue.minimum);
    case 'too_big':
      return describeSize(issue.origin, 'at most', issue.maximum);
    default:
      return INVALID;
  }
}

function toRule(text: string | undefined): string {
  return text === undefined ? INVALID : `Must be ${text}`;
}

function describeSize(origin: string, comparison: string, limit: number | bigint): string {
  const count = `${comparison} ${limit.toLocaleString('en-US')}`;
  if (origin === 'string') return `Must be ${count} character${limit === 1 ? '' : 's'}`;
  return origin === 'array' ? `Must have ${count} ${limit === 1 ? 'entry' : 'entries'}` : `Must be ${count}`;
}
