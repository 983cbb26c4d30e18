/**
 * The only code that reads and writes the browser's storage, with all its keys. If the browser blocks
 * storage, values last as long as the page.
 */

export const KEYS = {
  userData: 'userData',
  previousUserData: 'previousUserData',
  userAvatar: 'userAvatar',
  selectedProjectType: 'selectedProjectType',
  projectDraft: 'projectDraft',
} as const;

/** Replaces the storage if the browser blocks it or it's full, so that signing in works for this page. */
const memory = new Map<string, string>();

export function readText(key: string): string | null {
  try {
    return memory.get(key) ?? window.localStorage.getItem(key);
  } catch {
    return memory.get(key) ?? null;
  }
}

export function writeText(key: string, text: string): void {
  try {
    window.localStorage.setItem(key, text);
    memory.delete(key);
  } catch {
    memory.set(key, text);
  }
}

export function removeText(key: string): void {
  memory.delete(key);
  try {
    window.localStorage.removeItem(key);
  } catch {
    // Blocked storage is empty.
  }
}

export function parseText(text: string | null): unknown {
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Stores a text while this tab is open, even during a visit to another site. */
export function writeTabText(key: string, text: string): void {
  try {
    window.sessionStorage.setItem(key, text);
  } catch {
    // Storage may be blocked.
  }
}

/** Reads and removes a text. */
export function takeTabText(key: string): string | null {
  try {
    const text = window.sessionStorage.getItem(key);
    window.sessionStorage.removeItem(key);
    return text;
  } catch {
    return null;
  }
}

/** Clears the storage. */
export function clearTexts(): void {
  try {
    window.localStorage.clear();
  } catch {
    // Storage may be blocked; then it's empty.
  }
  memory.clear();
}
