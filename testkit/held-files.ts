/** A file store that pauses runs and other callers at the calls that a test chooses. */
import { readFile, rm } from 'node:fs/promises';
import type { Files } from '#server/gateways/files.ts';

export interface HeldFiles {
  files: Files;
  /**
   * Pauses these calls and releases others. Published files are already on their way, as with a remote
   * store: they arrive after the pause even if the local file is gone.
   * @param calls prefix of method and key: `publish runs/`, `read uploads/`
   * @returns resolves when the first call is paused
   */
  hold(calls: string | ((call: string) => boolean)): Promise<void>;
  /** Releases all calls. @returns resolves when they have completed or failed */
  release(): Promise<void>;
}

/** Wraps a real store. */
export function holdFiles(files: Files): HeldFiles {
  let isHeld = (_call: string) => false;
  let reached = Promise.withResolvers<void>();
  let changed = Promise.withResolvers<void>();
  const waiting = new Set<Promise<void>>();
  const change = (next: (call: string) => boolean) => {
    isHeld = next;
    changed.resolve();
    changed = Promise.withResolvers();
    reached = Promise.withResolvers();
    return reached.promise;
  };
  const wait = async (call: string) => {
    while (isHeld(call)) {
      reached.resolve();
      await changed.promise;
    }
  };
  const perform = async <Result>(call: string, work: () => Promise<Result>): Promise<Result> => {
    const carried = wait(call).then(work);
    const ended = carried.then(
      () => {},
      () => {},
    );
    waiting.add(ended);
    void ended.then(() => waiting.delete(ended));
    return carried;
  };
  return {
    files: {
      ...files,
      put: (key, bytes) => perform(`put ${key}`, () => files.put(key, bytes)),
      publish: async (key, path) => {
        const call = `publish ${key}`;
        if (!isHeld(call)) return files.publish(key, path);
        const bytes = await readFile(path);
        await perform(call, () => files.put(key, bytes));
        await rm(path, { force: true });
      },
      read: (key, sha256) => perform(`read ${key}`, () => files.read(key, sha256)),
      remove: (keys) => perform(`remove ${keys.join(' ')}`, () => files.remove(keys)),
    },
    hold: (calls) => change(typeof calls === 'string' ? (call) => call.startsWith(calls) : calls),
    release: async () => {
      void change(() => false);
      await Promise.all(waiting);
    },
  };
}
