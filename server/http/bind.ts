/**
 * Registers the endpoints of the contract as routes: checks access, parses the request, calls the handler and
 * validates the reply. A contract without a handler for each of its endpoints doesn't compile.
 */
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { z } from 'zod';
import type {
  Contract,
  Endpoint,
  FileReply,
  HandlerInput,
  ListMeta,
  ReplyInput,
  SignedBody,
  StreamEvent,
} from '#contract/endpoint.ts';
import { type FieldErrors, listMeta } from '#contract/envelope.ts';
import { isEmptyField, isRowId, PAYLOAD_TOO_LARGE } from '#contract/fields.ts';
import { AppError } from '../app-error.ts';
import type { Caller, Visitor } from '../caller.ts';
import type { BodyBudget } from './body-budget.ts';
import type { Guard } from './guard.ts';
import { setIdleTimeout } from './idle-connections.ts';
import { MAX_BODY_BYTES, MAX_EMPTY_BODY_BYTES } from './limits.ts';
import { readForm } from './read-form.ts';
import { registerEmptyJsonParser, registerJsonParser } from './read-json.ts';
import type { Streams } from './send-events.ts';
import { sendFile } from './send-file.ts';

type CallerOf<E extends Endpoint> = E['access'] extends 'public' ? Visitor : Caller;

export type Handler<E extends Endpoint> = (
  input: HandlerInput<E>,
  caller: CallerOf<E>,
) => ReplyInput<E> | Promise<ReplyInput<E>>;

export type Handlers<C extends Contract> = { readonly [Verb in keyof C]: Handler<C[Verb]> };

/** An endpoint and its handler. */
interface Route {
  readonly endpoint: Endpoint;
  readonly handle: (input: never, caller: never) => unknown;
}

/** Endpoints of one resource with their handlers. */
export type Routes = readonly Route[];

/**
 * Combines a contract with its handlers.
 * @param contract the endpoints of one resource
 * @param handlers one function per endpoint
 */
export function createRoutes<C extends Contract>(contract: C, handlers: Handlers<C>): Routes {
  return Object.entries(contract).map(([verb, endpoint]) => ({
    endpoint,
    handle: handlers[verb as keyof C] as Route['handle'],
  }));
}

/** Shared by all routes: the guard, the body budget and the event streams. */
export interface RouteContext {
  guard: Guard;
  budget: BodyBudget;
  streams: Streams;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for API endpoints, not for files and pages. */
    isEndpoint?: boolean;
    takesUpload?: boolean;
  }
}

/** Registers the routes; other methods of their paths get 405. */
export function bindRoutes(app: FastifyInstance, routes: Routes, context: RouteContext): void {
  app.decorateRequest('caller', null);
  app.removeAllContentTypeParsers();
  const groups = Map.groupBy(routes, ({ endpoint }) => nameBodyType(endpoint));
  for (const [type, group] of groups) {
    // Each scope has only the parser of its content type, so no route accepts another type.
    app.register(async (scope) => {
      if (type === FORM || type === FORM_OR_JSON) await scope.register(multipart);
      if (type === SIGNED) registerRawParser(scope);
      else if (type === undefined) registerEmptyJsonParser(scope);
      else if (type === FORM_OR_JSON) registerJsonParser(scope, 'application/json');
      else if (type !== FORM) registerJsonParser(scope, type);
      for (const route of group) bindRoute(scope, route, context);
    });
  }
  for (const [path, all] of Map.groupBy(routes, ({ endpoint }) => toPattern(endpoint.path))) {
    const methods = all.flatMap<HTTPMethods>(({ endpoint: { method } }) =>
      method === 'GET' ? ['GET', 'HEAD'] : [method],
    );
    rejectOtherMethods(app, path, new Set(methods));
  }
}

const FORM = 'multipart/form-data';
const FORM_OR_JSON = 'multipart/form-data or application/json';
const SIGNED = 'signed JSON';

/** The signature covers the raw bytes; parsing and serializing again would change them. */
function registerRawParser(scope: FastifyInstance): void {
  scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body);
  });
}

function nameBodyType({ body, bodyType, upload, signature }: Endpoint): string | undefined {
  if (signature !== undefined) return SIGNED;
  if (upload !== undefined) return upload.orJson ? FORM_OR_JSON : FORM;
  return body === undefined ? undefined : (bodyType ?? 'application/json');
}

function toPattern(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

function bindRoute(scope: FastifyInstance, route: Route, context: RouteContext): void {
  const { guard, budget } = context;
  const { bodyBytes = MAX_BODY_BYTES, method, path, upload } = route.endpoint;
  const takesBody = nameBodyType(route.endpoint) !== undefined;
  scope.route({
    method,
    url: toPattern(path),
    bodyLimit: takesBody ? bodyBytes : MAX_EMPTY_BODY_BYTES,
    config: { isEndpoint: true, takesUpload: upload !== undefined },
    onRequest: async (request, reply) => {
      await guard.authorize(route.endpoint, request, reply);
      budget.open(route.endpoint, request, reply);
    },
    handler: (request, reply) => serve(route, { request, reply }, context),
  });
}

/** Responds 405 to all other methods of a URL. */
export function rejectOtherMethods(
  app: FastifyInstance,
  url: string,
  methods: ReadonlySet<HTTPMethods>,
): void {
  const allow = [...methods].join(', ');
  app.route({
    method: app.supportedMethods.filter((method) => !methods.has(method)),
    url,
    onRequest: () => {
      throw new AppError('method_not_allowed', { headers: { allow } });
    },
    handler: () => undefined,
  });
}

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Data from a handler with the optional parts of the envelope. */
interface HandlerResult {
  data: unknown;
  meta?: ListMeta;
  message?: string;
  user?: unknown;
}

async function serve(
  { endpoint, handle }: Route,
  { request, reply }: Exchange,
  { guard, streams }: RouteContext,
) {
  const input = await readInput(endpoint, request);
  // The idle timeout applies only while the server waits for the client.
  setIdleTimeout(request, 0);
  const result = await handle(input as never, request.caller as never);
  await guard.recordChange(endpoint, request.caller);
  // Browsers accept these headers only over HTTPS and report an error otherwise.
  if (endpoint.headers !== undefined && request.protocol === 'https') reply.headers(endpoint.headers);
  switch (endpoint.replyType) {
    case 'file':
      return sendFile(result as FileReply, request, reply);
    case 'events':
      return streams.send(result as AsyncIterable<StreamEvent>, request, reply);
    case 'list':
    case 'message': {
      const { data, meta, message, user } = result as HandlerResult;
      const currentUser = endpoint.user === undefined ? {} : { user: endpoint.user.parse(user) };
      const more =
        endpoint.replyType === 'list'
          ? { meta: listMeta.parse(meta), ...currentUser, ...endpoint.extra?.parse(result) }
          : { message };
      return reply
        .status(endpoint.status ?? 200)
        .send({ success: true, data: check(endpoint, data), ...more });
    }
    default:
      return reply.status(endpoint.status ?? 200).send({ success: true, data: check(endpoint, result) });
  }
}

/** A reply that violates the contract is a server bug and becomes a 500. Unknown fields are dropped. */
function check(endpoint: Endpoint, data: unknown): unknown {
  const checked = endpoint.reply.safeParse(data);
  if (!checked.success)
    throw new Error(`The reply of ${endpoint.id} violates its contract`, { cause: checked.error });
  return checked.data;
}

async function readInput(endpoint: Endpoint, request: FastifyRequest): Promise<Record<string, unknown>> {
  const { upload } = endpoint;
  const isForm = upload !== undefined && (!upload.orJson || request.isMultipart());
  const form = isForm ? await readForm(upload, request) : undefined;
  const given = { params: request.params, query: request.query, body: form?.fields ?? request.body };
  const input: Record<string, unknown> = { file: form?.file, large: form?.large };
  if (endpoint.signature !== undefined) {
    const { body, headers } = request;
    const bytes = Buffer.isBuffer(body) ? body : new Uint8Array();
    input['signed'] = { bytes, signature: String(headers[endpoint.signature] ?? '') } satisfies SignedBody;
  }
  const issues: z.core.$ZodIssue[] = [];
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = endpoint[part];
    if (schema === undefined) continue;
    const result = schema.safeParse(given[part]);
    if (hasInvalidId(schema, given[part])) throw new AppError('not_found');
    if (result.success) input[part] = result.data;
    else if (part === 'params') throw new AppError('not_found');
    else issues.push(...result.error.issues);
  }
  if (issues.length > 0) throw toInvalid(issues);
  return input;
}

/** True if an id field has a value that can't be an id. */
function hasInvalidId(schema: z.ZodType, given: unknown): boolean {
  if (!(schema instanceof z.ZodObject) || typeof given !== 'object' || given === null) return false;
  return Object.entries(given).some(([name, value]) => {
    const field: z.ZodType | undefined = schema.shape[name];
    const kind = field?.meta()?.['x-identity'];
    if (field === undefined || kind === undefined) return false;
    // Form fields are always text, so an omitted id is an empty string.
    if (value === '' || (isEmptyField(value) && field.safeParse(value).success)) return false;
    return kind === 'guid' ? !z.guid().safeParse(value).success : !isRowId(value);
  });
}

function toInvalid(issues: readonly z.core.$ZodIssue[]): AppError {
  const fields: FieldErrors = {};
  for (const { path, message } of issues) (fields[path.join('.') || 'body'] ??= []).push(message);
  const large = issues.find(
    (issue) => issue.code === 'custom' && issue.params?.code === PAYLOAD_TOO_LARGE.code,
  );
  if (large === undefined) return new AppError('invalid', { fields });
  return new AppError('too_large', { message: `${large.message}.`, fields });
}
