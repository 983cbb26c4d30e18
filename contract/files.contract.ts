/** Stored files by signed, short-lived URLs: the signature is the permission, so no header is needed. */
import { z } from 'zod';
import { defineContract } from './endpoint.ts';
import { MAX_INTEGER } from './limits.ts';

export const FILE_KINDS = [
  'part',
  'links',
  'skipped',
  'zip',
  'seed',
  'sheet',
  'sample',
  'source',
  'preview',
  'avatar',
  'image',
  'thumbnail',
  'copy',
  'copies',
] as const;

export type FileKind = (typeof FILE_KINDS)[number];

/** Parameters of the URL of a stored file. */
export interface FileName {
  kind: FileKind;
  /** Run, `run-position`, `run-town-image`, upload, preview, avatar, or image. */
  id: string;
  name: string;
}

const userId = z.coerce.number<string | number>().int().min(1).max(MAX_INTEGER);

export const filesContract = defineContract({
  published: {
    id: 'files.published',
    method: 'GET',
    path: '/api/v1/public/images/{id}/{name}',
    access: 'public',
    summary: 'Returns an image for pages; their site fetches it from a secret URL.',
    params: z.object({ id: z.guid(), name: z.string().max(100) }),
    callsPerMinute: 6000,
    reply: z.string(),
    replyType: 'file',
  },
  download: {
    id: 'files.download',
    method: 'GET',
    audit: ['run.download'],
    path: '/api/v1/files/{kind}/{id}/{name}',
    access: 'public',
    summary: 'Sends a stored file; single files support Range, zips have a known length.',
    params: z.object({
      kind: z.enum(FILE_KINDS),
      id: z.string().regex(/^[\w-]{1,64}$/, 'must be a file ID'),
      name: z.string().max(100),
    }),
    query: z.object({
      owner: userId,
      by: userId.optional().describe('Superadmin who is signed in as the owner'),
      expires: z.coerce.number<string | number>().int().min(1),
      signature: z.string().regex(/^[\w-]{43}$/, 'must be a signature'),
    }),
    // A page may show hundreds of images, and all users of an office share one IP address.
    callsPerMinute: 6000,
    reply: z.string(),
    replyType: 'file',
  },
});
