import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { allEndpoints } from '#contract/endpoints.ts';
import { EXAMPLES } from '#contract/examples.ts';
import { startBareApp } from '#testkit/bare-app.ts';
import { DOCS_PATH } from './document-page.ts';
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
    const reply = await startBareApp().app.inject(`${DOCS_PATH}/json`);
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toMatchObject({
      openapi: '3.1.0',
      info: { title: 'Geoloom' },
      paths: { '/api/v1/health': { get: { operationId: 'operation.health' } } },
    });
  });

  // After an intended change: npx vitest run server/http/openapi.test.ts -u, then review the diff.
  it('is the one in docs/openapi.json', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
      version: string;
    };
    const text = `${JSON.stringify(describeApi(allEndpoints, version), undefined, 2)}\n`;
    await expect(text).toMatchFileSnapshot('../../docs/openapi.json');
  });

  it('groups the methods of one path', () => {
    expect(Object.keys(document.paths)).toEqual(['/api/v1/notes/{id}', '/api/v1/notes']);
    expect(Object.keys(document.paths['/api/v1/notes/{id}'] ?? {})).toEqual(['get', 'delete']);
  });

  it('marks required parameters', () => {
    expect(document.paths['/api/v1/notes/{id}']?.get?.parameters).toMatchObject([
      { name: 'id', in: 'path', required: true },
      { name: 'upper', in: 'query', required: false, schema: { enum: ['0', '1'] } },
      { name: 'tags', in: 'query', required: false },
    ]);
  });

  it('shows the required access', () => {
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

  it('has an example for each body and each reply with data', () => {
    const { paths } = describeApi(allEndpoints, '1.2.3') as unknown as { paths: Paths };
    for (const { id, path, method, body, replyType, status = 200 } of allEndpoints) {
      const { requestBody, responses } = paths[path]?.[method.toLowerCase()] ?? {};
      const [sent] = Object.values(requestBody?.content ?? {});
      if (body !== undefined) expect(sent, id).toHaveProperty('example');
      const [response] = Object.values(responses?.[status]?.content ?? {});
      const { data, message } = EXAMPLES[id] ?? {};
      if (data === undefined && message === undefined) continue;
      if (replyType === 'events') expect(response?.example, id).toEqual(data);
      else expect(response?.example, id).toMatchObject({ success: true, data: data ?? {} });
      if (replyType === 'list') expect(response?.example, id).toHaveProperty('meta.total');
    }
  });

  it('has no dangling references', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(
      ([, address]) => address,
    );
    expect(new Set(references)).toEqual(
      new Set(Object.keys(document.components.schemas).map((id) => `#/components/schemas/${id}`)),
    );
    for (const schema of Object.values(document.components.schemas)) expect(schema).toHaveProperty('type');
  });
});
