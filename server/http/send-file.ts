/** Sends a stored file: with `Range` where it can be sought in, under a policy that lets nothing in it run. */
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FileAnswer } from '#contract/endpoint.ts';

interface Range {
  start: number;
  end: number;
}

/** Sends the whole file, or the one range that was asked for. */
export async function sendFile(file: FileAnswer, request: FastifyRequest, reply: FastifyReply) {
  reply.headers({
    'content-type': file.type,
    'content-disposition': `${file.disposition}; filename="${toAscii(file.name)}"; filename*=UTF-8''${encodeURIComponent(file.name)}`,
    'accept-ranges': file.isSeekable ? 'bytes' : 'none',
    ...file.headers,
  });
  const range = file.isSeekable ? readRange(request.headers.range, file.size) : undefined;
  if (range === 'unsatisfiable') {
    return reply.status(416).header('content-range', `bytes */${file.size}`).send();
  }
  reply.header('content-length', range === undefined ? file.size : range.end - range.start + 1);
  if (range !== undefined) {
    reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`);
  }
  if (request.method === 'HEAD') return reply.send();
  return reply.send(Readable.from(await file.open(range), { objectMode: false }));
}

/** One range of RFC 9110, section 14.1.2; whatever else is asked for gets the whole file, as it allows. */
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

function toAscii(name: string): string {
  return name.replaceAll(/[^\w.() -]/g, '_');
}
