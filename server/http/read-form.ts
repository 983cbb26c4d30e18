/** Reads a form with at most one file; a form that breaks off leaves nothing behind, because nothing is kept before its end. */
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { MultipartFile, MultipartValue } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { Upload, UploadedFile } from '#contract/endpoint.ts';
import { PROJECT_TEXTS } from '#contract/project-texts.ts';
import { AppError } from '../app-error.ts';
import { BODY_BYTES, FORM_FIELDS, LARGE_FIELD_BYTES } from './limits.ts';

export interface Form {
  fields: Record<string, string>;
  file?: UploadedFile;
  /** The whole large field, as UTF-8. `fields` has its beginning, or all of it if that is blank. */
  large?: Uint8Array<ArrayBuffer>;
}

const NAME_CHARACTERS = 255;
/** Text of a large field. */
const BEGINNING_BYTES = 1024;
const UTF_8 = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * @param upload what the endpoint says about the file
 * @throws AppError 413 for a file or field above its limit, 400 for a broken form
 */
export async function readForm(upload: Upload, request: FastifyRequest): Promise<Form> {
  const form: Form = { fields: Object.create(null) };
  const { field, otherField, maxBytes, largeField } = upload;
  const limits = {
    files: largeField === undefined ? 1 : 2,
    // One more than is taken: what is too much is seen here, for each part by its own limit.
    fileSize: Math.max(maxBytes, largeField === undefined ? 0 : LARGE_FIELD_BYTES) + 1,
    fields: FORM_FIELDS,
    fieldSize: BODY_BYTES,
    headerPairs: 100,
  };
  // A large field comes in pieces like a file: to make a text of each first takes several times as long.
  const isInPieces: typeof isPartAFile = (name, type, fileName) =>
    name === largeField || isPartAFile(name, type, fileName);
  limitParts(request.raw, limits.fields + limits.files);
  try {
    for await (const part of request.parts({ limits, isPartAFile: isInPieces })) {
      const name = part.fieldname;
      if (part.type === 'field') addField(form, name, readField(part));
      else if (name === largeField && isField(part)) await readLargeField(form, part);
      else if (name === field || name === otherField) form.file = await readFile(form, part, upload);
      else throw new AppError('malformed', { message: `The form has no file called "${name}".` });
    }
  } catch (error) {
    throw explain(error);
  }
  return form;
}

/**
 * Ends a form with too many parts. The form parser keeps parsing parts that it ignores, which takes seconds for a
 * megabyte of empty ones, so after the limit it gets only zeros.
 */
function limitParts(raw: IncomingMessage, most: number): void {
  const [, quoted, plain] =
    /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(raw.headers['content-type'] ?? '') ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw new AppError('malformed');
  // Both parsers must use the same boundary.
  raw.headers['content-type'] = `multipart/form-data; boundary="${boundary}"`;
  const mark = Buffer.from(`\r\n--${boundary}`);
  let before = Buffer.from('\r\n');
  let marks = 0;
  const count = (chunk: Buffer) => {
    const text = Buffer.concat([before, chunk]);
    // The last one ends the form.
    for (let at = text.indexOf(mark); at >= 0 && marks <= most + 1; at = text.indexOf(mark, at + mark.length))
      marks += 1;
    before = text.subarray(Math.max(0, text.length - mark.length + 1));
    if (marks <= most + 1) return;
    raw.off('data', count);
    chunk.fill(0);
    raw.emit('error', new AppError('too_large', { message: `A form can have at most ${most} parts.` }));
  };
  raw.on('data', count);
}

/** Whatever says its type is a file: the reader of forms would parse a field that calls itself JSON. */
function isPartAFile(
  _field: string | undefined,
  type: string | undefined,
  fileName: string | undefined,
): boolean {
  return fileName !== undefined || type !== 'text/plain';
}

/** The form parser throws errors of its own for too many parts, and plain ones for bytes that aren't a form. */
function explain(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const isTooMuch = (error as { statusCode?: unknown } | undefined)?.statusCode === 413;
  return new AppError(isTooMuch ? 'too_large' : 'malformed', { cause: error });
}

/** Refuses a field that appears twice, because parsers differ in which one they read. */
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

/** Decoding thirty megabytes would take a quarter of a second, and the handler needs only the bytes. */
async function readLargeField(form: Form, part: MultipartFile): Promise<void> {
  const bytes = await readBytes(part, LARGE_FIELD_BYTES, refuseData(part.fieldname));
  form.large = isUtf8(bytes) ? bytes : new TextEncoder().encode(UTF_8.decode(bytes));
  const beginning = UTF_8.decode(form.large.subarray(0, BEGINNING_BYTES));
  addField(form, part.fieldname, beginning.trim() === '' ? UTF_8.decode(form.large) : beginning);
}

/** As the contract refuses it where it is not cut off before. */
function refuseData(field: string): AppError {
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

/** Says that it is too large at once: the end of a part without end would be waited for. */
async function readBytes(
  { file }: MultipartFile,
  most: number,
  tooLarge: AppError,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of file as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > most) throw tooLarge;
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

/** Marks of direction would let a name show another ending than it has; a cut must not halve a character. */
function toName(given: string): string {
  const visible = given.replaceAll(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, ' ');
  return visible.slice(0, NAME_CHARACTERS).toWellFormed();
}
