/**
 * The store of files: uploads, parts of runs, archives. One interface over a folder and over an
 * S3-compatible store, so that nothing else in the house knows which of them it is.
 */
import type { Readable } from 'node:stream';

export interface FileEntry {
  key: string;
  size: number;
  changedAt: Date;
}

export interface KnownFile {
  size: number;
  /** In hex. */
  sha256: string;
}

/** First and last byte, both included, as in an HTTP range. */
export interface ByteRange {
  start: number;
  end: number;
}

/** All methods throw GatewayError (`service: 'files'`); keys are checked by `checkKey`. */
export interface Files {
  /** Keeps the bytes under the key. Afterwards the file is there whole, or not at all. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Moves a finished local file in; the local file is gone afterwards. */
  publish(key: string, localPath: string): Promise<void>;
  /** @param sha256 in hex, of the only bytes that are wanted: a file that holds others counts as absent */
  read(key: string, sha256?: string): Promise<Uint8Array>;
  /**
   * A stream that ends in an error when the file could not be read whole.
   * @param known of the file as it was stored: a stream to the end of a file that holds other bytes ends in an error of the
   *   kind `corrupt` before its last ones
   */
  open(key: string, range?: ByteRange, known?: KnownFile): Promise<Readable>;
  /** @returns undefined when there is no such file */
  stat(key: string): Promise<{ size: number } | undefined>;
  /**
   * Removes files and folders with everything in them. Missing ones are ignored.
   * @param keys folders end in a slash
   */
  remove(keys: readonly string[]): Promise<void>;
  /** All files below a folder, in no order; the empty text means all. */
  list(prefix: string): AsyncIterable<FileEntry>;
  /** @throws GatewayError when the store does not answer or takes no files */
  check(): Promise<void>;
  /** @returns undefined where nobody can say */
  freeBytes(): Promise<number | undefined>;
  /** Local folder for half-written work; for the folder kind on the same file system. */
  readonly scratch: string;
  /**
   * Removes what an earlier process left in `scratch`.
   * @param olderThanMs spares younger entries, where several processes share the folder
   */
  sweepScratch(olderThanMs?: number): Promise<void>;
}

export interface FolderOptions {
  folder: string;
}

/** How long and how often a store in the network is asked. */
export interface Patience {
  /** All tries together, the first one included. */
  tries: number;
  firstDelayMs: number;
  /** A connection on which nothing moves for so long is given up. */
  idleMs: number;
}

export interface S3Options {
  bucket: string;
  /** Address of an S3-compatible store; without it the one of AWS for the region. */
  endpoint?: string;
  region?: string;
  /** Without keys the usual places are asked (environment, instance role). */
  accessKeyId?: string;
  secretAccessKey?: string;
  forcePathStyle?: boolean;
  /** Local folder for half-written work. */
  scratch: string;
  patience?: Partial<Patience>;
}
