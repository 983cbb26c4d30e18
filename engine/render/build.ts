/**
 * Writes a laid-out plan as a stream of events that the caller pulls, which gives back-pressure.
 * Memory holds only one page and one buffer.
 */
import { byteLength } from '../encoding/piece.ts';
import type { LayoutExtra, LayoutPart, Layout } from './layout.ts';
import type { Plan } from './plan.ts';
import { type BuiltLink, Pages } from './pages.ts';
import type { ExtraFile } from './template.ts';

export type { BuiltLink } from './pages.ts';

export type BuildEvent =
  | { type: 'file-start'; name: string }
  /** Valid until the next event is pulled; `pages` done so far over all files. */
  | { type: 'bytes'; bytes: Uint8Array; pages: number }
  | { type: 'file-end'; name: string; bytes: number; pages: number }
  | ({ type: 'link' } & BuiltLink);

/** Approximate size of the emitted chunks in bytes. */
const CHUNK_BYTES = 1 << 20;

class Writer {
  #buffer = new Uint8Array(CHUNK_BYTES + (CHUNK_BYTES >> 2));
  #used = 0;
  /** Bytes written to the file so far. */
  total = 0;
  readonly #utf8 = new TextEncoder();

  get isFull(): boolean {
    return this.#used >= CHUNK_BYTES;
  }

  get hasBytes(): boolean {
    return this.#used > 0;
  }

  text(text: string): void {
    this.#write(text, text.length * 3);
  }

  /** Writes a page of the planned size. */
  page(text: string, bytes: number): void {
    const written = this.#write(text, bytes);
    if (written !== bytes) throw new Error(`a page was planned with ${bytes} bytes, but has ${written}`);
  }

  #write(text: string, maxBytes: number): number {
    this.#reserve(maxBytes);
    const { read, written } = this.#utf8.encodeInto(text, this.#buffer.subarray(this.#used));
    if (read < text.length) throw new Error(`a text has more than its ${maxBytes} bytes`);
    this.#used += written;
    this.total += written;
    return written;
  }

  #reserve(bytes: number): void {
    if (this.#used + bytes <= this.#buffer.length) return;
    const larger = new Uint8Array(this.#used + bytes + CHUNK_BYTES);
    larger.set(this.#buffer.subarray(0, this.#used));
    this.#buffer = larger;
  }

  take(): Uint8Array {
    const bytes = this.#buffer.subarray(0, this.#used);
    this.#used = 0;
    return bytes;
  }
}

function* buildPart(
  part: LayoutPart,
  { pages, writer }: { pages: Pages; writer: Writer },
): Generator<BuildEvent> {
  yield { type: 'file-start', name: part.name };
  writer.total = 0;
  writer.text(part.frame.head);
  for (const record of part.frame.statics) writer.text(part.frame.gap + record);
  for (const page of part.repeated) writer.text(part.frame.gap + pages.fillStub(page));
  for (let page = part.from; page < part.from + part.pages; page += 1) {
    const { text, bytes, link } = pages.fill(page);
    writer.text(part.frame.gap);
    writer.page(text, bytes);
    yield { type: 'link', ...link };
    if (writer.isFull) yield { type: 'bytes', bytes: writer.take(), pages: page + 1 };
  }
  writer.text(part.frame.tail);
  if (writer.hasBytes) yield { type: 'bytes', bytes: writer.take(), pages: part.from + part.pages };
  yield { type: 'file-end', name: part.name, bytes: writer.total, pages: part.pages };
}

function* buildExtra(
  file: LayoutExtra,
  extra: ExtraFile,
  { pages, writer }: { pages: Pages; writer: Writer },
): Generator<BuildEvent> {
  yield { type: 'file-start', name: file.name };
  writer.total = 0;
  writer.text(extra.head);
  for (let page = file.from; page < file.from + file.pages; page += 1) {
    writer.text(pages.write(extra, page));
    if (writer.isFull) yield { type: 'bytes', bytes: writer.take(), pages: 0 };
  }
  if (writer.hasBytes) yield { type: 'bytes', bytes: writer.take(), pages: 0 };
  yield { type: 'file-end', name: file.name, bytes: writer.total, pages: file.pages };
}

/** Maximum pages to write for their size: more would make planning as slow as the run. */
const MEASURED_BYTES = 16_000_000;

/**
 * Estimates the bytes of the files next to the parts.
 * @param measuredBytes bytes to measure exactly; later pages are assumed to grow at the same rate
 */
export function measureExtras(plan: Plan, measuredBytes = MEASURED_BYTES): number {
  const { extra } = plan.project.template;
  if (extra === undefined) return 0;
  const pages = new Pages(plan);
  let [written, planned, page] = [0, 0, 0];
  for (; page < plan.pages && written < measuredBytes; page += 1) {
    written += byteLength(pages.write(extra, page));
    planned += plan.sizes[page] ?? 0;
  }
  const rest = plan.sizes.subarray(page).reduce((sum, size) => sum + size, 0);
  const heads = Math.ceil(plan.pages / extra.recordLimit) * byteLength(extra.head);
  return heads + written + (rest === 0 ? 0 : Math.round((rest * written) / planned));
}

/** Writes the files next to the parts, in order. */
function* buildExtras(layout: Layout): Generator<BuildEvent> {
  const { extra } = layout.plan.project.template;
  if (extra === undefined) return;
  const context = { pages: new Pages(layout.plan), writer: new Writer() };
  for (const file of layout.extras) yield* buildExtra(file, extra, context);
}

/** Writes all files of a layout. Files next to the parts come first: they are large, and audited meanwhile. */
export function* buildFiles(layout: Layout): Generator<BuildEvent> {
  yield* buildExtras(layout);
  yield* buildParts(layout);
}

/** Writes the parts of a layout, in order. The same layout gives the same bytes. */
export function* buildParts(layout: Layout): Generator<BuildEvent> {
  const context = { pages: new Pages(layout.plan), writer: new Writer() };
  for (const part of layout.parts) yield* buildPart(part, context);
}
