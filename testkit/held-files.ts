/** A store of files that can be made to wait: it holds a run, or any other caller, where the test says. */
import { readFile, rm } from 'node:fs/promises';
import type { Files } from '#server/gateways/files.ts';

export interface HeldFiles {
  files: Files;
  /**
   * From now on these calls wait, and others that waited go on. What is published is under way by then, as
   * to a store in the network: it arrives after the wait, whatever became of the local file.
   * @param calls begin with this text, the name of the method and the key: `publish runs/`, `read uploads/`
   * @returns resolves when the first call waits
   */
  hold(calls: string | ((call: string) => boolean)): Promise<void>;
  /** Holds nothing any more. @returns resolves when all that waited is carried out, well or not */
  release(): Promise<void>;
}

/** Stands before a real store, which does all the work. */
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
  const carryOut = async <Result>(call: string, work: () => Promise<Result>): Promise<Result> => {
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
      put: (key, bytes) => carryOut(`put ${key}`, () => files.put(key, bytes)),
      publish: async (key, path) => {
        const call = `publish ${key}`;
        if (!isHeld(call)) return files.publish(key, path);
        const bytes = await readFile(path);
        await carryOut(call, () => files.put(key, bytes));
        await rm(path, { force: true });
      },
      read: (key, sha256) => carryOut(`read ${key}`, () => files.read(key, sha256)),
      remove: (keys) => carryOut(`remove ${keys.join(' ')}`, () => files.remove(keys)),
    },
    hold: (calls) => change(typeof calls === 'string' ? (call) => call.startsWith(calls) : calls),
    release: async () => {
      void change(() => false);
      await Promise.all(waiting);
    },
  };
}
