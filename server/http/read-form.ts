/**
 * Reads a multipart form with at most one file. Nothing is stored before the form is complete, so an
 * interrupted upload leaves nothing to clean up.
 */
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { MultipartFile, MultipartValue } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { Upload, UploadedFile } from '#contract/endpoint.ts';
import { PROJECT_TEXTS } from '#contract/project-texts.ts';
import { AppError } from '../app-error.ts';
import { MAX_BODY_BYTES, MAX_FORM_FIELDS, MAX_LARGE_FIELD_BYTES } from './limits.ts';

export interface Form {
  fields: Record<string, string>;
  file?: UploadedFile;
  /**
   * The complete large field as UTF-8. `fields` has its beginning, or all of it if the beginning is blank.
   */
  large?: Uint8Array<ArrayBuffer>;
}

const NAME_CHARACTERS = 255;
/** Length of a large field's beginning in `fields`. */
const PREVIEW_BYTES = 1024;
const UTF_8 = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * Reads a form.
 * @param upload file settings of the endpoint
 * @throws AppError 413 for a file or field above its limit, 400 for a malformed form
 */
export async function readForm(upload: Upload, request: FastifyRequest): Promise<Form> {
  const form: Form = { fields: Object.create(null) };
  const { field, otherField, maxBytes, largeField } = upload;
  const limits = {
    files: largeField === undefined ? 1 : 2,
    // One byte more than allowed, so that the checks below detect the excess for each part.
    fileSize: Math.max(maxBytes, largeField === undefined ? 0 : MAX_LARGE_FIELD_BYTES) + 1,
    fields: MAX_FORM_FIELDS,
    fieldSize: MAX_BODY_BYTES,
    headerPairs: 100,
  };
  // Reads a large field as a stream, like a file; converting each chunk to text would be slower.
  const isStreamed: typeof isPartAFile = (name, type, fileName) =>
    name === largeField || isPartAFile(name, type, fileName);
  limitParts(request.raw, limits.fields + limits.files);
  try {
    for await (const part of request.parts({ limits, isPartAFile: isStreamed })) {
      const name = part.fieldname;
      if (part.type === 'field') addField(form, name, readField(part));
      else if (name === largeField && isField(part)) await readLargeField(form, part);
      else if (name === field || name === otherField) form.file = await readFile(form, part, upload);
      else throw new AppError('malformed', { message: `The form has no file called "${name}".` });
    }
  } catch (error) {
    throw toFormError(error);
  }
  return form;
}

/**
 * Aborts a form with too many parts. The parser keeps parsing parts that it ignores, which takes seconds for
 * a megabyte of empty ones, so after the limit it receives only zeros.
 */
function limitParts(raw: IncomingMessage, max: number): void {
  const [, quoted, plain] =
    /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(raw.headers['content-type'] ?? '') ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw new AppError('malformed');
  // Ensures that both parsers use the same boundary.
  raw.headers['content-type'] = `multipart/form-data; boundary="${boundary}"`;
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  let tail = Buffer.from('\r\n');
  let delimiters = 0;
  const count = (chunk: Buffer) => {
    const text = Buffer.concat([tail, chunk]);
    // The last delimiter ends the form.
    for (
      let at = text.indexOf(delimiter);
      at >= 0 && delimiters <= max + 1;
      at = text.indexOf(delimiter, at + delimiter.length)
    )
      delimiters += 1;
    tail = text.subarray(Math.max(0, text.length - delimiter.length + 1));
    if (delimiters <= max + 1) return;
    raw.off('data', count);
    chunk.fill(0);
    raw.emit('error', new AppError('too_large', { message: `A form can have at most ${max} parts.` }));
  };
  raw.on('data', count);
}

/**
 * Treats every part with a file name or its own content type as a file; otherwise the parser would parse JSON
 * fields.
 */
function isPartAFile(
  _field: string | undefined,
  type: string | undefined,
  fileName: string | undefined,
): boolean {
  return fileName !== undefined || type !== 'text/plain';
}

/** Converts errors of the form parser, which are plain errors for malformed bytes. */
function toFormError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const isTooMuch = (error as { statusCode?: unknown } | undefined)?.statusCode === 413;
  return new AppError(isTooMuch ? 'too_large' : 'malformed', { cause: error });
}

/** Rejects a field that appears twice, because parsers differ in which one they read. */
function addField({ fields }: Form, name: string, value: string): void {
  if (name in fields) throw new AppError('malformed');
  fields[name] = value;
}

function readField({ value, valueTruncated }: MultipartValue): string {
  if (valueTruncated) throw new AppError('too_large');
  if (typeof value !== 'string') throw new AppError('malformed');
  return value;
}

const isField = ({ filename, mimetype }: { filename?: string; mimetype: string }): boolean =>
  !isPartAFile(undefined, mimetype, filename);

/** The handler only needs bytes; decoding 30 MB would take a quarter of a second. */
async function readLargeField(form: Form, part: MultipartFile): Promise<void> {
  const bytes = await readBytes(part, MAX_LARGE_FIELD_BYTES, toDataTooLarge(part.fieldname));
  form.large = isUtf8(bytes) ? bytes : new TextEncoder().encode(UTF_8.decode(bytes));
  const preview = UTF_8.decode(form.large.subarray(0, PREVIEW_BYTES));
  addField(form, part.fieldname, preview.trim() === '' ? UTF_8.decode(form.large) : preview);
}

/** The contract's error for a field above the limit. */
function toDataTooLarge(field: string): AppError {
  const text = PROJECT_TEXTS.dataTooLarge;
  return new AppError('too_large', { message: `${text}.`, fields: { [field]: [text] } });
}

async function readFile(form: Form, part: MultipartFile, { maxBytes }: Upload): Promise<UploadedFile> {
  if (form.file !== undefined)
    throw new AppError('too_large', { message: 'A form can have at most one file.' });
  const { filename }: { filename?: string } = part;
  if (filename === undefined) throw new AppError('malformed', { message: 'The uploaded file has no name.' });
  const megabytes = (maxBytes / (1024 * 1024)).toFixed(0);
  const tooLarge = new AppError('too_large', { message: `The file is larger than ${megabytes} MiB.` });
  const bytes = await readBytes(part, maxBytes, tooLarge);
  return { name: toName(filename), type: part.mimetype, bytes };
}

/** Throws as soon as the limit is exceeded instead of waiting for the end of the part. */
async function readBytes(
  { file }: MultipartFile,
  max: number,
  tooLarge: AppError,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of file as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > max) throw tooLarge;
    chunks.push(chunk);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/** Direction marks could disguise the file extension, and truncation must not split a surrogate pair. */
function toName(given: string): string {
  const visible = given.replaceAll(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, ' ');
  return visible.slice(0, NAME_CHARACTERS).toWellFormed();
}
