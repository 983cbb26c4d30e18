/** One line of `geoloom doctor`. */
import { formatCause } from '../db/database-error.ts';

export interface Check {
  /** Subject of the check. */
  name: string;
  state: 'ok' | 'warning' | 'problem' | 'skipped';
  /** Result, and what to do about it. */
  text: string;
}

/** Runs one check. An error is reported as a problem, and the other checks continue. */
export async function runCheck(name: string, check: () => Promise<Omit<Check, 'name'>>): Promise<Check> {
  try {
    return { name, ...(await check()) };
  } catch (error) {
    return { name, state: 'problem', text: formatCause(error) };
  }
}

export const ok = (text: string) => ({ state: 'ok', text }) as const;
export const warn = (text: string) => ({ state: 'warning', text }) as const;
export const fail = (text: string) => ({ state: 'problem', text }) as const;
export const skip = (text: string) => ({ state: 'skipped', text }) as const;
