/**
 * Stores the shingles of pages in a file, one after another: those of 100,000 pages don't fit into memory. Numbers are
 * in the byte order of the machine, because the file is read where it was written and then deleted.
 */
import { closeSync, openSync, readSync } from 'node:fs';
import type { HashStore } from '#engine';
import { type FileWriter, openFile } from './file-writer.ts';

const HASH_BYTES = Uint32Array.BYTES_PER_ELEMENT;
/** Hashes that are written, or read ahead, at once. */
const BUFFER_HASHES = 1 << 16;

export class HashFile implements HashStore {
  readonly #path: string;
  readonly #writer: FileWriter | undefined;
  /** Place after each page's hashes. */
  readonly #ends: number[] = [];
  readonly #pending: Uint32Array;
  #pendingCount = 0;
  #descriptor: number | undefined;
  /** The hashes that were read last, from this place on. */
  #window = new Uint32Array(0);
  #buffer = new Uint32Array(0);
  #windowStart = 0;

  private constructor(path: string, writer?: FileWriter) {
    this.#path = path;
    this.#writer = writer;
    this.#pending = new Uint32Array(writer ? BUFFER_HASHES : 0);
  }

  /** @throws errors of the file system, as do the methods */
  static create(path: string): HashFile {
    return new HashFile(path, openFile(path));
  }

  /** Opens a file that another thread has written. @param sizes numbers of hashes of its pages */
  static open(path: string, sizes: Iterable<number>): HashFile {
    const file = new HashFile(path);
    let end = 0;
    for (const size of sizes) file.#ends.push((end += size));
    return file;
  }

  add(hashes: Uint32Array): void {
    if (this.#pendingCount + hashes.length > BUFFER_HASHES) this.#flush();
    if (hashes.length > BUFFER_HASHES) this.#write(hashes);
    else {
      this.#pending.set(hashes, this.#pendingCount);
      this.#pendingCount += hashes.length;
    }
    this.#ends.push((this.#ends.at(-1) ?? 0) + hashes.length);
  }

  read(index: number): Uint32Array {
    const from = this.#ends[index - 1] ?? 0;
    const to = this.#ends[index] ?? from;
    if (from < this.#windowStart || to > this.#windowStart + this.#window.length) this.#load(from, to);
    return this.#window.subarray(from - this.#windowStart, to - this.#windowStart);
  }

  /** Frees memory and the file, which opens again when it is read. */
  close(): void {
    try {
      this.#flush();
    } finally {
      this.#writer?.close();
      if (this.#descriptor !== undefined) closeSync(this.#descriptor);
      this.#descriptor = undefined;
      this.#window = this.#buffer = new Uint32Array(0);
      this.#windowStart = 0;
    }
  }

  #flush(): void {
    const pending = this.#pending.subarray(0, this.#pendingCount);
    // After a write that failed, nothing more goes to a descriptor that may be another file's by then.
    this.#pendingCount = 0;
    if (pending.length > 0) this.#write(pending);
  }

  #write(hashes: Uint32Array): void {
    this.#writer?.write(new Uint8Array(hashes.buffer, hashes.byteOffset, hashes.byteLength));
  }

  /** Reads ahead where pages are read in their order, and else only the page. */
  #load(from: number, to: number): void {
    this.#flush();
    this.#descriptor ??= openSync(this.#path, 'r');
    const isNext = from === this.#windowStart + this.#window.length;
    const count = Math.max(to - from, isNext ? BUFFER_HASHES : 0);
    if (this.#buffer.length < count) this.#buffer = new Uint32Array(count);
    const bytes = new Uint8Array(this.#buffer.buffer, 0, count * HASH_BYTES);
    let done = 0;
    for (let read = -1; read !== 0 && done < bytes.length; done += read)
      read = readSync(this.#descriptor, bytes, done, bytes.length - done, from * HASH_BYTES + done);
    this.#window = this.#buffer.subarray(0, Math.floor(done / HASH_BYTES));
    this.#windowStart = from;
  }
}
