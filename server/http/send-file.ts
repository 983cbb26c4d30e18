/**
 * Sends a stored file, with support for `Range` if it is seekable, under a policy that blocks scripts in it.
 */
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FileReply } from '#contract/endpoint.ts';

interface Range {
  start: number;
  end: number;
}

/** Sends the whole file, the requested range, or 304 if the client already has the file. */
export async function sendFile(file: FileReply, request: FastifyRequest, reply: FastifyReply) {
  const etag = file.sha256 === undefined ? undefined : `"${file.sha256}"`;
  const tag = etag === undefined ? {} : { etag };
  if (matchesIfNoneMatch(request.headers['if-none-match'], etag))
    return reply.status(304).headers(tag).send();
  const isSame = matchesIfRange(request.headers['if-range'], etag);
  const { size } = file;
  const range =
    file.isSeekable && isSame && size !== undefined ? readRange(request.headers.range, size) : undefined;
  const isWanted = range !== 'unsatisfiable' && request.method !== 'HEAD';
  // Opens the file before the headers are sent, so that a missing file is reported as an error.
  const bytes = isWanted ? await file.open(range) : undefined;
  reply.headers({
    'content-type': file.type,
    'content-disposition': `${file.disposition}; filename="${toAscii(file.name)}"; filename*=UTF-8''${encode(file.name)}`,
    'accept-ranges': file.isSeekable ? 'bytes' : 'none',
    ...tag,
    ...file.headers,
  });
  if (range === 'unsatisfiable') {
    return reply.status(416).header('content-range', `bytes */${size}`).send();
  }
  const length = range === undefined ? size : range.end - range.start + 1;
  if (length !== undefined) reply.header('content-length', length);
  if (range !== undefined) {
    reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`);
  }
  // An empty stream keeps the length in the reply to HEAD; without a stream Fastify sends 0.
  return reply.send(toStream(bytes ?? []));
}

/**
 * Passes a stream through: if `Readable.from` were abandoned before its first byte, it would never close the
 * source.
 */
function toStream(bytes: AsyncIterable<Uint8Array> | []): Readable {
  return bytes instanceof Readable ? bytes : Readable.from(bytes, { objectMode: false });
}

/**
 * RFC 9110, section 13.1.5: a range is sent only if `If-Range` has the strong ETag of this file. Weak ETags
 * and dates never match; files have no Last-Modified.
 */
function matchesIfRange(header: string | string[] | undefined, etag: string | undefined): boolean {
  return header === undefined || header === etag;
}

/** RFC 9110, section 13.1.2: a list of ETags, compared weakly. */
function matchesIfNoneMatch(header: string | undefined, etag: string | undefined): boolean {
  if (header === undefined || etag === undefined) return false;
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || header.trim() === '*';
}

/** Parses a single range (RFC 9110, section 14.1.2); other ranges are ignored, and the whole file is sent. */
function readRange(header: string | undefined, size: number): Range | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '');
  if (match === null || match[0] === 'bytes=-') return undefined;
  const [, first = '', last = ''] = match;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return undefined;
  return start >= size ? 'unsatisfiable' : { start, end };
}

/**
 * RFC 8187, section 3.2: percent-encodes characters that `encodeURIComponent` leaves but `filename*` doesn't
 * allow.
 */
function encode(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function toAscii(name: string): string {
  return name.replaceAll(/[^\w.() -]/g, '_');
}
