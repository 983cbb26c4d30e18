/**
 * Traces with the OpenTelemetry SDK, which operators install themselves because of its 20 MB. Spans contain
 * routes, jobs, methods of gateways and SQL with placeholders, but no values, tokens, URLs or error messages.
 * This file is only loaded if traces are on. The exporter reads its other settings, `OTEL_EXPORTER_OTLP_…`,
 * itself.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { readFileSync } from 'node:fs';
import type { Attributes, Context, Span, SpanKind as Kind } from '@opentelemetry/api';
import type { RequestSpan, Tracing, Work } from './untraced.ts';

const MAX_SQL_CHARACTERS = 2_000;
/** Includes retries, so that an unavailable collector doesn't delay a stop. */
const EXPORT_MS = 3_000;
const PACKAGES = [
  '@opentelemetry/api',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace',
] as const;

interface TracingOptions {
  version: string;
  role: string;
  /** Share of exported traces, from 0 to 1. */
  ratio: number;
  logError(error: unknown, text: string): void;
}

/** The packages for traces aren't installed; the message says how to install them. */
class MissingPackages extends Error {
  override readonly name = 'TracingError';
}

/** @throws MissingPackages */
async function loadSdk() {
  try {
    const [api, { OTLPTraceExporter }, { resourceFromAttributes }, sdk] = await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/sdk-trace'),
    ]);
    return { api, OTLPTraceExporter, resourceFromAttributes, sdk };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new MissingPackages(
      `OTEL_EXPORTER_OTLP_ENDPOINT turns traces on, but their packages aren’t installed. Run: npm install --no-save --prefix server ${listPackages().join(' ')}`,
      { cause: error },
    );
  }
}

/** Lists the packages in the versions that the tests use. */
function listPackages(): string[] {
  const file = new URL('../../package.json', import.meta.url);
  const { devDependencies } = JSON.parse(readFileSync(file, 'utf8')) as {
    devDependencies: Record<string, string>;
  };
  return PACKAGES.map((name) => `${name}@${devDependencies[name]}`);
}

/** Starts tracing; `close` exports the remaining spans. */
export async function startTracing({ version, role, ratio, logError }: TracingOptions): Promise<Tracing> {
  const { api, OTLPTraceExporter, resourceFromAttributes, sdk } = await loadSdk();
  const { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } = api;
  // Failures of the exporter are only logged.
  api.diag.setLogger(
    {
      error: (text) => logError(new Error(text), 'Failed to export traces'),
      warn: () => {},
      info: () => {},
      debug: () => {},
      verbose: () => {},
    },
    { logLevel: api.DiagLogLevel.ERROR, suppressOverrideMessage: true },
  );
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'geoloom',
      'service.version': version,
      'geoloom.role': role,
    }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({ exporter: new OTLPTraceExporter({ timeoutMillis: EXPORT_MS }) }),
    ],
  });
  const tracer = provider.getTracer('geoloom', version);
  const active = new AsyncLocalStorage<Context>();
  const readContext = () => active.getStore() ?? ROOT_CONTEXT;
  const open = (name: string, kind: Kind, attributes: Attributes): Span =>
    tracer.startSpan(name, { kind, attributes }, readContext());
  const fail = (span: Span, error: unknown) => {
    // Error messages may contain values.
    const type = error instanceof Error ? error.name : typeof error;
    span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR });
  };
  const enter = <Result>(span: Span, work: Work<Result>): Result =>
    active.run(trace.setSpan(readContext(), span), work);
  const follow = <Result>(span: Span, work: Work<Result>): Result => {
    try {
      const result = enter(span, work);
      if (!(result instanceof Promise)) {
        span.end();
        return result;
      }
      const note = (error: unknown) => fail(span, error);
      void result.catch(note).finally(() => span.end());
      return result;
    } catch (error) {
      fail(span, error);
      span.end();
      throw error;
    }
  };
  return {
    startRequest(method): RequestSpan {
      const span = open(method, SpanKind.SERVER, { 'http.request.method': method });
      return {
        enter: (work) => enter(span, work),
        end(route, status) {
          span.updateName(`${method} ${route}`);
          span.setAttributes({ 'http.route': route, 'http.response.status_code': status });
          if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    traceJob: (queue, ids, work) =>
      follow(open(`job ${queue}`, SpanKind.CONSUMER, { 'messaging.destination.name': queue, ...ids }), work),
    traceCall(gateway, method, work) {
      if (active.getStore() === undefined) return work();
      const attributes = { 'geoloom.gateway': gateway, 'geoloom.method': method };
      return follow(open(`${gateway}.${method}`, SpanKind.CLIENT, attributes), work);
    },
    noteQuery({ sql, milliseconds, error }) {
      if (active.getStore() === undefined) return;
      const [operation = ''] = sql.trim().split(/\s/, 1);
      const endTime = Date.now();
      const span = tracer.startSpan(
        `sql ${operation.toLowerCase()}`,
        {
          kind: SpanKind.CLIENT,
          startTime: endTime - milliseconds,
          attributes: { 'db.system.name': 'postgresql', 'db.query.text': sql.slice(0, MAX_SQL_CHARACTERS) },
        },
        readContext(),
      );
      if (error !== undefined) fail(span, error);
      span.end(endTime);
    },
    close: () => provider.shutdown(),
  };
}
