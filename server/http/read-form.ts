/** Reads a form with at most one file; a form that breaks off leaves nothing behind, because nothing is kept before its end. */
import type { MultipartFile, MultipartValue } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { Upload, UploadedFile } from '#contract/endpoint.ts';
import { AppError } from '../app-error.ts';
import { FORM_FIELDS, FORM_FIELD_BYTES } from './limits.ts';

export interface Form {
  fields: Record<string, string>;
  file?: UploadedFile;
}

/**
 * @param upload what the endpoint says about the file
 * @throws AppError 413 for a file above its limit, 415 for another kind of body, 400 for a broken form
 */
export async function readForm(upload: Upload, request: FastifyRequest): Promise<Form> {
  if (!request.isMultipart()) throw new AppError('unsupported_type');
  const form: Form = { fields: Object.create(null) };
  const limits = {
    files: 1,
    fileSize: upload.maxBytes,
    fields: FORM_FIELDS,
    fieldSize: FORM_FIELD_BYTES,
    headerPairs: 100,
  };
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') addField(form, part);
    else if (part.fieldname === upload.field) form.file = await readFile(part, upload);
    else throw new AppError('malformed', { message: `The form has no file called "${part.fieldname}".` });
  }
  return form;
}

function addField(form: Form, { fieldname, value, valueTruncated }: MultipartValue): void {
  if (valueTruncated) throw new AppError('too_large');
  if (typeof value !== 'string') throw new AppError('malformed');
  form.fields[fieldname] = value;
}

async function readFile(part: MultipartFile, { maxBytes }: Upload): Promise<UploadedFile> {
  const chunks: Buffer[] = [];
  for await (const chunk of part.file) chunks.push(chunk as Buffer);
  if (part.file.truncated) {
    const megabytes = (maxBytes / (1024 * 1024)).toFixed(0);
    throw new AppError('too_large', { message: `The file is larger than ${megabytes} MiB.` });
  }
  return {
    name: part.filename.replaceAll(/\p{Cc}/gu, ' ').slice(0, 255),
    type: part.mimetype,
    bytes: new Uint8Array(Buffer.concat(chunks)),
  };
}
