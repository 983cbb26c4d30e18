/** File store for uploads and files of runs: one interface for a folder and an S3-compatible store. */
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

/** All methods throw GatewayError (`service: 'files'`) and validate keys with `checkKey`. */
export interface Files {
  /** Stores the bytes under the key, atomically. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Moves a finished local file into the store. */
  publish(key: string, localPath: string): Promise<void>;
  /** @param sha256 in hex; a file with other bytes counts as absent */
  read(key: string, sha256?: string): Promise<Uint8Array>;
  /**
   * Opens a stream, which ends in an error if it can't read the whole file or range.
   * @param known size and hash recorded when the file was stored; a stream to the end of a file with other
   * bytes fails with an error of the kind `corrupt` before its last bytes
   */
  open(key: string, range?: ByteRange, known?: KnownFile): Promise<Readable>;
  /** @returns undefined if the file is missing */
  stat(key: string): Promise<{ size: number } | undefined>;
  /**
   * Removes files and folders with everything in them. Missing ones are ignored.
   * @param keys folders end in a slash
   */
  remove(keys: readonly string[]): Promise<void>;
  /** Lists the files in a folder and its subfolders, in any order; an empty prefix lists all. */
  list(prefix: string): AsyncIterable<FileEntry>;
  /** @throws GatewayError if the store doesn't respond or accept files */
  check(): Promise<void>;
  /** @returns undefined for a bucket */
  freeBytes(): Promise<number | undefined>;
  /** Local folder for unfinished files; a folder store has it on its own file system. */
  readonly scratch: string;
  /**
   * Removes unfinished files of earlier processes from `scratch`.
   * @param olderThanMs minimum age, for a folder shared by several processes
   */
  sweepScratch(olderThanMs?: number): Promise<void>;
}

export interface FolderOptions {
  folder: string;
}

/** Retries and timeout for a store on the network. */
export interface RetrySettings {
  /** Number of attempts, including the first. */
  attempts: number;
  firstDelayMs: number;
  /** Idle time after which a connection is closed. */
  idleMs: number;
}

export interface S3Options {
  bucket: string;
  /** URL of an S3-compatible store. Default: AWS in the region. */
  endpoint?: string;
  region?: string;
  /** Default: environment or instance role. */
  accessKeyId?: string;
  secretAccessKey?: string;
  forcePathStyle?: boolean;
  /** Local folder for unfinished files. */
  scratch: string;
  retry?: Partial<RetrySettings>;
}
