/**
 * The form of one line of the contract table. Routes, typed calls, the OpenAPI document and the
 * access test all read this form, so an endpoint is described once and nowhere else.
 */
import type { z } from 'zod';

/** Who may call: everybody, everybody who is signed in, or the two ranks of administrators. */
export type Access = 'public' | 'user' | 'admin' | 'superadmin';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Endpoint {
  /** `noun.verb`, unique in the table. */
  readonly id: string;
  readonly method: Method;
  /** Parameters stand in braces: `/api/v1/tutorials/{id}`. */
  readonly path: `/api/v1/${string}`;
  readonly access: Access;
  /** One sentence for the OpenAPI document. */
  readonly summary: string;
  /** Values of the braces of `path`; texts in the address. */
  readonly params?: z.ZodObject;
  /** Values behind the question mark; texts in the address. */
  readonly query?: z.ZodObject;
  /** JSON body. */
  readonly body?: z.ZodType;
  /** What stands under `data` in the answer; fields that it does not name never leave the server. */
  readonly reply: z.ZodType;
  /** Status of success, 200 where it is missing. */
  readonly status?: 200 | 201 | 202;
}

/** The endpoints of one noun by verb. */
export type Contract = Readonly<Record<string, Endpoint>>;

type Part<E extends Endpoint, Key extends 'params' | 'query' | 'body', Side extends 'input' | 'output'> =
  E extends Record<Key, infer Schema extends z.ZodType>
    ? Record<Key, Side extends 'input' ? z.input<Schema> : z.output<Schema>>
    : unknown;

/** What a caller must give: exactly the parts that the endpoint names, before parsing. */
export type CallInput<E extends Endpoint> = Part<E, 'params', 'input'> &
  Part<E, 'query', 'input'> &
  Part<E, 'body', 'input'>;

/** What a handler gets: the same parts after parsing. */
export type HandlerInput<E extends Endpoint> = Part<E, 'params', 'output'> &
  Part<E, 'query', 'output'> &
  Part<E, 'body', 'output'>;

/** What a handler returns. */
export type ReplyInput<E extends Endpoint> = z.input<E['reply']>;

/** What a caller receives. */
export type ReplyData<E extends Endpoint> = z.output<E['reply']>;

/**
 * Declares the endpoints of one noun and keeps their exact types.
 * @param contract endpoints by verb
 */
export function defineContract<const C extends Contract>(contract: C): C {
  return contract;
}
