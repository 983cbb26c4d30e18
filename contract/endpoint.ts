/**
 * The form of one line of the contract table. Routes, typed calls, the OpenAPI document and the
 * access test all read this form, so an endpoint is described once and nowhere else.
 */
import type { z } from 'zod';
import type { AuditMark } from './audit-words.ts';
import type { listMeta } from './envelope.ts';
import type { PersonalArea } from './personal-areas.ts';

/** Who may call: everybody, everybody who is signed in, or the two ranks of administrators. */
export type Access = 'public' | 'user' | 'admin' | 'superadmin';

/**
 * Whose rows an endpoint is about: those of the caller's workspaces, those of the caller alone (account, sessions,
 * notifications, drafts), rows that everybody reads, or all rows. What is outside is answered as if it did not exist.
 */
export type Rows = 'own' | 'self' | 'shared' | 'admin';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Endpoint {
  /** `noun.verb`, unique in the table. */
  readonly id: string;
  readonly method: Method;
  /** Parameters are in braces: `/api/v1/tutorials/{id}`. */
  readonly path: `/api/v1/${string}`;
  readonly access: Access;
  /** Of every endpoint that is not public. */
  readonly rows?: Rows;
  /** Entries of the audit log that a call may write, or why it writes none. Required unless the method is GET. */
  readonly audit?:
    | readonly AuditMark[]
    | {
        readonly none: string;
        /** Calls of a superadmin who is signed in as another user are not recorded either. */
        readonly changesNothing?: true;
      };
  /** One sentence for the OpenAPI document. */
  readonly summary: string;
  /** Values of the braces of `path`; texts in the address. */
  readonly params?: z.ZodObject;
  /** Values behind the question mark; texts in the address. */
  readonly query?: z.ZodObject;
  /** JSON body; the fields of a form where `upload` says that a file may come with them. */
  readonly body?: z.ZodType;
  /** Type of content of a JSON body that is not application/json. */
  readonly bodyType?: `application/${string}+json`;
  /** The body is multipart/form-data and may bring one file. */
  readonly upload?: Upload;
  /** The body is JSON that is passed on as its bytes, with this header, which signs them. */
  readonly signature?: string;
  /** Bytes that the body may have where the usual limit is too small. */
  readonly bodyBytes?: number;
  /** Calls of one person a minute where the usual limit does not fit. */
  readonly callsPerMinute?: number;
  /** What stands under `data` in the answer; fields that it does not name never leave the server. */
  readonly reply: z.ZodType;
  /** Of a list that says who asks: what stands under `user` in the answer. */
  readonly user?: z.ZodType;
  /** Only the owner of the account may call it: a superadmin who is signed in as them is refused. */
  readonly personal?: PersonalArea;
  /** For who leads the caller's agency: other members are refused, by the service, which knows the row. */
  readonly isForMainAdmin?: true;
  /** A write that is answered during maintenance, too; calls of administrators always are. */
  readonly isAlwaysOpen?: true;
  /** Answers a superadmin who still has to set up two-factor sign-in; all other calls that need a token are refused. */
  readonly isOpenWithoutTwoFactor?: true;
  /** `data` alone, with `meta` of a list, with a `message`, a file, or a stream of events. */
  readonly answers?: 'data' | 'list' | 'message' | 'file' | 'events';
  /** Headers of a success besides those of every answer. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Status of success, 200 where it is missing. */
  readonly status?: 200 | 201 | 202;
}

export interface Upload {
  /** Name of the part of the form that holds the file. */
  readonly field: string;
  /** Alternative name. */
  readonly otherField?: string;
  /** The same fields may come as JSON, without a file. */
  readonly orJson?: true;
  readonly maxBytes: number;
  /** The one text of the form that may have more than 1 MiB. */
  readonly largeField?: string;
}

/** A body as it came, and what its signature header says; empty where there is none. */
export interface SignedBody {
  readonly bytes: Uint8Array;
  readonly signature: string;
}

/** A file that came with a form. */
export interface UploadedFile {
  /** As the browser named it: to be shown, never to be used in a path. */
  readonly name: string;
  /** As the browser declared it. */
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export type ListMeta = z.output<typeof listMeta>;

/** What a handler returns to send a file; `open` is called once, with the bytes that are wanted. */
export interface FileAnswer {
  name: string;
  type: string;
  size: number;
  disposition: 'attachment' | 'inline';
  /** Headers that replace the usual ones. */
  headers?: Record<string, string>;
  /** Of its bytes, in hex: by it a download is gone on with. Left out where it is not known. */
  sha256?: string;
  /** Answers `Range`; a zip does not. */
  isSeekable: boolean;
  open(range?: { start: number; end: number }): Promise<AsyncIterable<Uint8Array>>;
}

/** One event of a stream. */
export interface StreamEvent {
  event: string;
  data: unknown;
}

/** The endpoints of one noun by verb. */
export type Contract = Readonly<Record<string, Endpoint>>;

type Part<E extends Endpoint, Key extends 'params' | 'query' | 'body', Side extends 'input' | 'output'> =
  E extends Record<Key, infer Schema extends z.ZodType>
    ? Record<Key, Side extends 'input' ? z.input<Schema> : z.output<Schema>>
    : unknown;

type FilePart<E extends Endpoint, File> = E extends { upload: Upload }
  ? { file?: File | undefined }
  : unknown;

/** The large field as UTF-8, where it came in a form: the body has only the beginning of its text then. */
type LargePart<E extends Endpoint> = E extends { upload: { largeField: string } }
  ? { large?: Uint8Array<ArrayBuffer> | undefined }
  : unknown;

type SignedPart<E extends Endpoint> = E extends { signature: string } ? { signed: SignedBody } : unknown;

/** What a caller must give: exactly the parts that the endpoint names, before parsing. */
export type CallInput<E extends Endpoint> = Part<E, 'params', 'input'> &
  Part<E, 'query', 'input'> &
  Part<E, 'body', 'input'> &
  FilePart<E, Blob>;

/** What a handler gets: the same parts after parsing. */
export type HandlerInput<E extends Endpoint> = Part<E, 'params', 'output'> &
  Part<E, 'query', 'output'> &
  Part<E, 'body', 'output'> &
  SignedPart<E> &
  FilePart<E, UploadedFile> &
  LargePart<E>;

type UserPart<E extends Endpoint> = E extends { user: infer Schema extends z.ZodType }
  ? { user: z.input<Schema> }
  : unknown;

/** What a handler returns. */
export type ReplyInput<E extends Endpoint> = E extends { answers: 'list' }
  ? { data: z.input<E['reply']>; meta: ListMeta } & UserPart<E>
  : E extends { answers: 'message' }
    ? { data: z.input<E['reply']>; message: string }
    : E extends { answers: 'file' }
      ? FileAnswer
      : E extends { answers: 'events' }
        ? AsyncIterable<StreamEvent>
        : z.input<E['reply']>;

/** What a caller receives. */
export type ReplyData<E extends Endpoint> = z.output<E['reply']>;

/**
 * Declares the endpoints of one noun and keeps their exact types.
 * @param contract endpoints by verb
 */
export function defineContract<const C extends Contract>(contract: C): C {
  return contract;
}
