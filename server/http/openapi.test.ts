import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { allEndpoints } from '#contract/endpoints.ts';
import { EXAMPLES } from '#contract/examples.ts';
import { startBareApp } from '#testkit/bare-app.ts';
import { DOCUMENT_PAGE } from './document-page.ts';
import { noteContract } from './bind-fixture.ts';
import { describeApi } from './openapi.ts';

interface Operation {
  requestBody?: { content: Record<string, { example?: unknown }> };
  responses: Record<number, { content: Record<string, { example?: unknown }> }>;
}
type Paths = Record<string, Record<string, Operation>>;

const document = describeApi(Object.values(noteContract), '1.2.3') as {
  info: object;
  paths: Record<string, Record<string, Record<string, unknown>>>;
  components: { schemas: Record<string, object> };
};

describe('the OpenAPI document', () => {
  it('is served', async () => {
    const reply = await startBareApp().app.inject(`${DOCUMENT_PAGE}/json`);
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toMatchObject({
      openapi: '3.1.0',
      info: { title: 'Geoloom' },
      paths: { '/api/v1/health': { get: { operationId: 'operation.health' } } },
    });
  });

  // A change that is meant: npx vitest run server/http/openapi.test.ts -u, then read the difference.
  it('is the one in docs/openapi.json', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
      version: string;
    };
    const text = `${JSON.stringify(describeApi(allEndpoints, version), undefined, 2)}\n`;
    await expect(text).toMatchFileSnapshot('../../docs/openapi.json');
  });

  it('puts the methods of one address together', () => {
    expect(Object.keys(document.paths)).toEqual(['/api/v1/notes/{id}', '/api/v1/notes']);
    expect(Object.keys(document.paths['/api/v1/notes/{id}'] ?? {})).toEqual(['get', 'delete']);
  });

  it('says which parameters must be there', () => {
    expect(document.paths['/api/v1/notes/{id}']?.get?.parameters).toMatchObject([
      { name: 'id', in: 'path', required: true },
      { name: 'upper', in: 'query', required: false, schema: { enum: ['0', '1'] } },
      { name: 'tags', in: 'query', required: false },
    ]);
  });

  it('says who may call', () => {
    expect(document.paths['/api/v1/notes']?.post).toMatchObject({ security: [], 'x-access': 'public' });
    expect(document.paths['/api/v1/notes/{id}']?.delete).toMatchObject({
      security: [{ token: [] }],
      'x-access': 'admin',
    });
  });

  it('shows the envelopes of success and failure', () => {
    expect(document.paths['/api/v1/notes']?.post?.responses).toMatchObject({
      201: {
        content: {
          'application/json': {
            schema: { properties: { success: { const: true }, data: { $ref: '#/components/schemas/Note' } } },
          },
        },
      },
      default: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } } },
    });
  });

  it('shows each body and each answer with data by an example', () => {
    const { paths } = describeApi(allEndpoints, '1.2.3') as unknown as { paths: Paths };
    for (const { id, path, method, body, answers, status = 200 } of allEndpoints) {
      const { requestBody, responses } = paths[path]?.[method.toLowerCase()] ?? {};
      const [sent] = Object.values(requestBody?.content ?? {});
      if (body !== undefined) expect(sent, id).toHaveProperty('example');
      const [answer] = Object.values(responses?.[status]?.content ?? {});
      const { data, message } = EXAMPLES[id] ?? {};
      if (data === undefined && message === undefined) continue;
      if (answers === 'events') expect(answer?.example, id).toEqual(data);
      else expect(answer?.example, id).toMatchObject({ success: true, data: data ?? {} });
      if (answers === 'list') expect(answer?.example, id).toHaveProperty('meta.total');
    }
  });

  it('leads every reference somewhere', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(
      ([, address]) => address,
    );
    expect(new Set(references)).toEqual(
      new Set(Object.keys(document.components.schemas).map((id) => `#/components/schemas/${id}`)),
    );
    for (const schema of Object.values(document.components.schemas)) expect(schema).toHaveProperty('type');
  });
});
