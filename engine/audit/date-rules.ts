/** Dates of a WXR as WordPress reads them: what it takes, what it refuses, and when a page is put off. */
import type { Finding } from './finding.ts';

export interface ReadDate {
  /** `bad`: the item fails; `loose`: taken, but not in the form that exports have; `empty`: now. */
  kind: 'exact' | 'loose' | 'empty' | 'bad';
  /** Since 1970, as if the date were UTC; 0 unless exact or loose. */
  seconds: number;
}

const EXACT = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)$/u;
const LOOSE = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T](\d{1,2}):(\d{1,2})(?::(\d{1,2}))?)?/u;

export function readDate(written: string): ReadDate {
  const text = written.trim();
  if (text === '' || text.startsWith('0000-00-00')) return { kind: 'empty', seconds: 0 };
  const exact = EXACT.exec(written);
  const parts = exact ?? LOOSE.exec(text);
  if (parts === null) return { kind: 'bad', seconds: 0 };
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(1)
    .map((part) => Number(part ?? 0));
  const lastDay = new Uint8Array([
    31,
    year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28,
    31,
    30,
    31,
    30,
    31,
    31,
    30,
    31,
    30,
    31,
  ]);
  const isReal = month >= 1 && month <= 12 && day >= 1 && day <= (lastDay[month - 1] ?? 0);
  if (!isReal || hour > 23 || minute > 59 || second > 59) return { kind: 'bad', seconds: 0 };
  const seconds = Date.UTC(year, month - 1, day, hour, minute, second) / 1000;
  return { kind: exact === null ? 'loose' : 'exact', seconds };
}

/** Judges `wp:post_date`. */
export function judgeDate(written: string, date: ReadDate): Finding[] {
  if (date.kind === 'bad') {
    return [
      {
        code: 'date-invalid',
        severity: 'fault',
        text: `WordPress refuses the date "${written.slice(0, 40)}" and leaves the item out; write it as YYYY-MM-DD HH:MM:SS.`,
      },
    ];
  }
  if (date.kind === 'loose') {
    return [
      {
        code: 'date-loose',
        severity: 'notice',
        text: `the date "${written.slice(0, 40)}" is not in the form YYYY-MM-DD HH:MM:SS; write it so.`,
      },
    ];
  }
  if (date.kind === 'empty') {
    return [
      {
        code: 'date-empty',
        severity: 'notice',
        text: 'it has no date, so it gets the time of the import and a second import doubles it; write one.',
      },
    ];
  }
  return [];
}

/** Judges `wp:post_date_gmt`; empty or zero is what drafts have, WordPress then works it out. */
export function judgeGmtDate(written: string, date: ReadDate): Finding[] {
  if (date.kind !== 'bad') return [];
  return [
    {
      code: 'date-gmt-invalid',
      severity: 'fault',
      text: `the GMT date "${written.slice(0, 40)}" is none; write it as YYYY-MM-DD HH:MM:SS or leave it 0000-00-00 00:00:00.`,
    },
  ];
}

/** @param now seconds since 1970, as the caller's clock says */
export function judgeFuture(dates: readonly ReadDate[], status: string, now: number): Finding[] {
  if (status !== 'publish' || !dates.some((date) => date.seconds > now)) return [];
  return [
    {
      code: 'date-future',
      severity: 'fault',
      text: 'its date lies in the future, so WordPress schedules it instead of publishing it; use a date that has passed.',
    },
  ];
}
