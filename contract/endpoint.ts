/**
 * Types of the contract table. Routes, typed calls, the OpenAPI document and the access test are derived from it, so an
 * endpoint is described once.
 */
import type { z } from 'zod';
import type { AuditMark } from './audit-words.ts';
import type { listMeta } from './envelope.ts';
import type { PersonalArea } from './personal-areas.ts';

/** Required access: public, any signed-in user, or one of the two administrator roles. */
export type Access = 'public' | 'user' | 'admin' | 'superadmin';

/**
 * Rows that an endpoint reads: those of the caller's workspaces, those of the caller (account, sessions,
 * notifications, drafts), rows that all users read, or all rows. Other rows get the same reply as missing
 * ones.
 */
export type Rows = 'own' | 'self' | 'shared' | 'admin';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Endpoint {
  /** `resource.verb`, unique in the table. */
  readonly id: string;
  readonly method: Method;
  /** Parameters are in braces: `/api/v1/tutorials/{id}`. */
  readonly path: `/api/v1/${string}`;
  readonly access: Access;
  /** Required unless the endpoint is public. */
  readonly rows?: Rows;
  /** Audit log entries that a call may write, or the reason for none. Required unless the method is GET. */
  readonly audit?:
    | readonly AuditMark[]
    | {
        readonly none: string;
        /** Not recorded for a superadmin signed in as another user either. */
        readonly changesNothing?: true;
      };
  /** One sentence for the OpenAPI document. */
  readonly summary: string;
  /** Values of the placeholders in `path`, as text in the URL. */
  readonly params?: z.ZodObject;
  /** Query parameters, as text in the URL. */
  readonly query?: z.ZodObject;
  /** JSON body, or the fields of a form if `upload` is set. */
  readonly body?: z.ZodType;
  /** Content type of a JSON body other than application/json. */
  readonly bodyType?: `application/${string}+json`;
  /** The body is multipart/form-data and may contain one file. */
  readonly upload?: Upload;
  /** The handler gets the raw bytes of the JSON body and this header, which is their signature. */
  readonly signature?: string;
  /** Maximum size of the body in bytes, if it exceeds the default. */
  readonly bodyBytes?: number;
  /** Rate limit in calls per user and minute, if it differs from the default. */
  readonly callsPerMinute?: number;
  /** Schema of `data` in the reply; other fields are never sent. */
  readonly reply: z.ZodType;
  /** Schema of `user` in the reply of a list that describes the caller. */
  readonly user?: z.ZodType;
  /** Schema of further fields of a list. */
  readonly extra?: z.ZodObject;
  /** Only the owner of the account may call it; a superadmin signed in as them may not. */
  readonly personal?: PersonalArea;
  /** Only the main admin of the caller's agency may call it; the service checks it. */
  readonly isForMainAdmin?: true;
  /** A write that is allowed during maintenance; calls of administrators always are. */
  readonly isAlwaysOpen?: true;
  /** Allowed for a superadmin before two-factor sign-in is set up; other calls with a token are rejected. */
  readonly isOpenWithoutTwoFactor?: true;
  /** `data` only, a list with `meta`, with a `message`, a file, or an event stream. */
  readonly replyType?: 'data' | 'list' | 'message' | 'file' | 'events';
  /** Additional headers of a successful reply. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Status of a successful reply; defaults to 200. */
  readonly status?: 200 | 201 | 202;
}

export interface Upload {
  /** Name of the form part with the file. */
  readonly field: string;
  /** Alternative name. */
  readonly otherField?: string;
  /** Also accepts the fields as JSON, without a file. */
  readonly orJson?: true;
  readonly maxBytes: number;
  /** Name of the one text field that may exceed 1 MiB. */
  readonly largeField?: string;
}

/** A raw body and its signature header; empty without the header. */
export interface SignedBody {
  readonly bytes: Uint8Array;
  readonly signature: string;
}

/** An uploaded file of a form. */
export interface UploadedFile {
  /** Name from the browser: only for display, never for a path. */
  readonly name: string;
  /** Content type from the browser. */
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export type ListMeta = z.output<typeof listMeta>;

/** File response of a handler; `open` is called once, with the requested range. */
export interface FileReply {
  name: string;
  type: string;
  /** Undefined for a file that is written while it is sent. */
  size?: number;
  disposition: 'attachment' | 'inline';
  /** Headers that replace the defaults. */
  headers?: Record<string, string>;
  /** SHA-256 in hex, to resume downloads; omitted if unknown. */
  sha256?: string;
  /** Supports `Range`; a zip doesn't. */
  isSeekable: boolean;
  open(range?: { start: number; end: number }): Promise<AsyncIterable<Uint8Array>>;
}

/** One event of a stream. */
export interface StreamEvent {
  event: string;
  data: unknown;
}

/** The endpoints of one resource by verb. */
export type Contract = Readonly<Record<string, Endpoint>>;

type Part<E extends Endpoint, Key extends 'params' | 'query' | 'body', Side extends 'input' | 'output'> =
  E extends Record<Key, infer Schema extends z.ZodType>
    ? Record<Key, Side extends 'input' ? z.input<Schema> : z.output<Schema>>
    : unknown;

type FilePart<E extends Endpoint, File> = E extends { upload: Upload }
  ? { file?: File | undefined }
  : unknown;

/** The large field as UTF-8, if it came in a form; the body then has only its first characters. */
type LargePart<E extends Endpoint> = E extends { upload: { largeField: string } }
  ? { large?: Uint8Array<ArrayBuffer> | undefined }
  : unknown;

type SignedPart<E extends Endpoint> = E extends { signature: string } ? { signed: SignedBody } : unknown;

/** Input of a call: the parts that the endpoint declares, before parsing. */
export type CallInput<E extends Endpoint> = Part<E, 'params', 'input'> &
  Part<E, 'query', 'input'> &
  Part<E, 'body', 'input'> &
  FilePart<E, Blob>;

/** Input of a handler: the same parts after parsing. */
export type HandlerInput<E extends Endpoint> = Part<E, 'params', 'output'> &
  Part<E, 'query', 'output'> &
  Part<E, 'body', 'output'> &
  SignedPart<E> &
  FilePart<E, UploadedFile> &
  LargePart<E>;

type UserPart<E extends Endpoint> = E extends { user: infer Schema extends z.ZodType }
  ? { user: z.input<Schema> }
  : unknown;

type ExtraPart<E extends Endpoint> = E extends { extra: infer Schema extends z.ZodObject }
  ? z.input<Schema>
  : unknown;

/** Result of a handler. */
export type ReplyInput<E extends Endpoint> = E extends { replyType: 'list' }
  ? { data: z.input<E['reply']>; meta: ListMeta } & UserPart<E> & ExtraPart<E>
  : E extends { replyType: 'message' }
    ? { data: z.input<E['reply']>; message: string }
    : E extends { replyType: 'file' }
      ? FileReply
      : E extends { replyType: 'events' }
        ? AsyncIterable<StreamEvent>
        : z.input<E['reply']>;

/** Reply to a call. */
export type ReplyData<E extends Endpoint> = z.output<E['reply']>;

/**
 * Declares the endpoints of one resource and keeps their exact types.
 * @param contract endpoints by verb
 */
export function defineContract<const C extends Contract>(contract: C): C {
  return contract;
}
