/**
 * Converts the contract to an OpenAPI 3.1 document. A copy is kept in docs/openapi.json, so that reviews show
 * API changes.
 */
import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { failure } from '#contract/envelope.ts';
import type { Example } from '#contract/example.ts';
import { EXAMPLES } from '#contract/examples.ts';

type Json = Record<string, unknown>;

const SCHEMAS_REF = '#/components/schemas/';

/**
 * Describes all endpoints.
 * @param version version of the product
 */
export function describeApi(endpoints: readonly Endpoint[], version: string): Json {
  const components: Json = {};
  const paths: Record<string, Json> = {};
  const failureSchema = toSchema(failure, 'output', components);
  for (const endpoint of endpoints) {
    const operations = (paths[endpoint.path] ??= {});
    operations[endpoint.method.toLowerCase()] = describeEndpoint(endpoint, failureSchema, components);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Geoloom', version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    paths,
    components: { schemas: components, securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  };
}

function describeEndpoint(endpoint: Endpoint, failureSchema: Json, components: Json): Json {
  const parameters = [
    ...describeParameters(endpoint.params, 'path', components),
    ...describeParameters(endpoint.query, 'query', components),
    ...describeSignature(endpoint.signature),
  ];
  const example = EXAMPLES[endpoint.id];
  const body =
    endpoint.signature === undefined ? endpoint.body && toSchema(endpoint.body, 'input', components) : {};
  return {
    operationId: endpoint.id,
    tags: [endpoint.id.split('.', 1)[0]],
    summary: endpoint.summary,
    security: endpoint.access === 'public' ? [] : [{ token: [] }],
    'x-access': endpoint.access,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: endpoint.body?.safeParse(undefined).success !== true,
            content: addExample(describeBody(endpoint, body), example?.body),
          },
        }),
    responses: {
      [String(endpoint.status ?? 200)]: {
        description: 'Done',
        content: addExample(
          describeReply(endpoint, toSchema(endpoint.reply, 'output', components), components),
          example && wrapExample(endpoint, example),
        ),
      },
      default: { description: 'Refused or failed', content: asJson(failureSchema) },
    },
  };
}

/** The header with the signature of the body. */
function describeSignature(name: string | undefined): Json[] {
  return name === undefined ? [] : [{ name, in: 'header', required: true, schema: { type: 'string' } }];
}

/** JSON, or a form if the endpoint accepts a file. */
function describeBody({ bodyType, upload }: Endpoint, body: Json): Json {
  if (upload === undefined) return { [bodyType ?? 'application/json']: { schema: body } };
  const file = { type: 'string', format: 'binary', description: `At most ${upload.maxBytes} bytes` };
  const properties = { ...(body.properties as Json | undefined), [upload.field]: file };
  return {
    'multipart/form-data': { schema: { ...body, properties } },
    ...(upload.orJson && { 'application/json': { schema: body } }),
  };
}

const META = {
  type: 'object',
  properties: Object.fromEntries(
    ['page', 'per_page', 'total', 'last_page'].map((name) => [name, { type: 'integer' }]),
  ),
  required: ['page', 'per_page', 'total', 'last_page'],
};

function describeReply({ replyType, user, extra }: Endpoint, data: Json, components: Json): Json {
  if (replyType === 'file') return { '*/*': { schema: { type: 'string', format: 'binary' } } };
  if (replyType === 'events') return { 'text/event-stream': { schema: data } };
  const more =
    replyType === 'list'
      ? {
          meta: META,
          ...(user && { user: toSchema(user, 'output', components) }),
          ...(extra && (toSchema(extra, 'output', components).properties as Json)),
        }
      : replyType === 'message'
        ? { message: { type: 'string' } }
        : {};
  return asJson({
    type: 'object',
    properties: { success: { const: true }, data, ...more },
    required: ['success', 'data', ...Object.keys(more)],
  });
}

/** Wraps example data in the envelope of the reply. */
function wrapExample({ replyType }: Endpoint, { data, message, user, extra }: Example): unknown {
  if (replyType === 'events') return data;
  if (data === undefined && message === undefined) return undefined;
  const meta = { page: 1, per_page: 25, total: 1, last_page: 1 };
  return {
    success: true,
    data: data ?? {},
    ...(replyType === 'list' ? { meta } : {}),
    ...(user === undefined ? {} : { user }),
    ...extra,
    ...(message === undefined ? {} : { message }),
  };
}

/** Adds the example to the schema of each content type. */
function addExample(content: Json, example: unknown): Json {
  if (example === undefined) return content;
  return Object.fromEntries(
    Object.entries(content).map(([type, medium]) => [type, { ...(medium as Json), example }]),
  );
}

function describeParameters(schema: z.ZodObject | undefined, place: string, components: Json): Json[] {
  return Object.entries(schema?.shape ?? {}).map(([name, field]) => ({
    name,
    in: place,
    required: !z.safeParse(field as z.ZodType, undefined).success,
    schema: toSchema(field as z.ZodType, 'input', components),
  }));
}

function asJson(schema: Json): Json {
  return { 'application/json': { schema } };
}

/** Converts a schema to JSON Schema; schemas with an id move to the components. */
function toSchema(schema: z.ZodType, io: 'input' | 'output', components: Json): Json {
  const printed = z.toJSONSchema(schema, {
    io,
    // The id becomes the name of the component; left inside, it would change the base URI of references.
    override: ({ jsonSchema }) => {
      delete jsonSchema.id;
    },
  });
  const { $schema: _, $defs = {}, ...own } = rewriteRefs(printed) as Json & { $defs?: Json };
  Object.assign(components, $defs);
  return own;
}

/** Schemas refer to their own `$defs`, which the document has under its components. */
function rewriteRefs(schema: unknown): unknown {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', `"${SCHEMAS_REF}`));
}
