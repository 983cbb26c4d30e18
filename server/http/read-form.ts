/** Reads a form with at most one file; a form that breaks off leaves nothing behind, because nothing is kept before its end. */
import type { MultipartFile, MultipartValue } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { Upload, UploadedFile } from '#contract/endpoint.ts';
import { PROJECT_TEXTS } from '#contract/project-texts.ts';
import { AppError } from '../app-error.ts';
import { BODY_BYTES, FORM_FIELDS, LARGE_FIELD_BYTES } from './limits.ts';

export interface Form {
  fields: Record<string, string>;
  file?: UploadedFile;
}

const NAME_CHARACTERS = 255;

/**
 * @param upload what the endpoint says about the file
 * @throws AppError 413 for a file or field above its limit, 400 for a broken form
 */
export async function readForm(upload: Upload, request: FastifyRequest): Promise<Form> {
  const form: Form = { fields: Object.create(null) };
  const limits = {
    files: 1,
    fileSize: upload.maxBytes,
    fields: FORM_FIELDS,
    fieldSize: upload.largeField === undefined ? BODY_BYTES : LARGE_FIELD_BYTES,
    headerPairs: 100,
  };
  try {
    for await (const part of request.parts({ limits, isPartAFile })) {
      if (part.type === 'field') addField(form, part, upload);
      else if (part.fieldname === upload.field) form.file = await readFile(part, upload);
      else throw new AppError('malformed', { message: `The form has no file called "${part.fieldname}".` });
    }
  } catch (error) {
    throw explain(error);
  }
  return form;
}

/** Whatever says its type is a file: the reader of forms would parse a field that calls itself JSON. */
function isPartAFile(
  _field: string | undefined,
  type: string | undefined,
  fileName: string | undefined,
): boolean {
  return fileName !== undefined || type !== 'text/plain';
}

/** The reader of forms throws errors of its own for too many parts, and plain ones for bytes that are no form. */
function explain(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const isTooMuch = (error as { statusCode?: unknown } | undefined)?.statusCode === 413;
  return new AppError(isTooMuch ? 'too_large' : 'malformed', { cause: error });
}

function addField(form: Form, part: MultipartValue, { largeField }: Upload): void {
  const { fieldname, value, valueTruncated } = part;
  if (valueTruncated && fieldname === largeField) throw refuseData(fieldname);
  if (valueTruncated) throw new AppError('too_large');
  // A field that stands twice is read differently by everybody; here by nobody.
  if (typeof value !== 'string' || fieldname in form.fields) throw new AppError('malformed');
  if (fieldname !== largeField && Buffer.byteLength(value) > BODY_BYTES) throw new AppError('too_large');
  form.fields[fieldname] = value;
}

/** As the contract refuses it where it is not cut off before. */
function refuseData(field: string): AppError {
  const text = PROJECT_TEXTS.dataTooLarge;
  return new AppError('too_large', { message: `${text}.`, fields: { [field]: [text] } });
}

async function readFile(part: MultipartFile, { maxBytes }: Upload): Promise<UploadedFile> {
  const { filename }: { filename?: string } = part;
  if (filename === undefined)
    throw new AppError('malformed', { message: 'The file of the form has no name.' });
  const chunks: Buffer[] = [];
  const megabytes = (maxBytes / (1024 * 1024)).toFixed(0);
  const tooLarge = new AppError('too_large', { message: `The file is larger than ${megabytes} MiB.` });
  // Said at once: the end of a file without end would be waited for.
  part.file.once('limit', () => part.file.destroy(tooLarge));
  for await (const chunk of part.file) chunks.push(chunk as Buffer);
  if (part.file.truncated) throw tooLarge;
  return {
    name: toName(filename),
    type: part.mimetype,
    bytes: new Uint8Array(Buffer.concat(chunks)),
  };
}

/** Marks of direction would let a name show another ending than it has; a cut must not halve a character. */
function toName(given: string): string {
  const visible = given.replaceAll(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, ' ');
  return visible.slice(0, NAME_CHARACTERS).toWellFormed();
}
