/**
 * Metrics for Prometheus, one registry per server. Labels have few values: names of routes, queues and
 * gateways, never ids, URLs or user data.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** In seconds. */
const REQUEST_BUCKETS = [0.01, 0.05, 0.1, 0.5, 1, 5, 30];
const JOB_BUCKETS = [0.1, 0.5, 1, 5, 15, 60, 300, 900, 3_600];
/** Time limit for the database to report the queues; Prometheus waits 10 s in total. */
const QUEUES_MS = 3_000;
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
/** Exported as 0 from the start, so that the first error counts as an increase. */
const FAULT_KINDS = ['unauthorized', 'limited', 'down', 'rejected', 'absent', 'corrupt', 'full'];
const JOB_RESULTS = ['done', 'retry', 'failed', 'given up', 'requeued'];
const RUN_RESULTS = ['completed', 'completed_with_skips', 'failed', 'canceled'];

interface QueueDepth {
  queue: string;
  waiting: number;
  oldestSeconds: number;
}

interface PoolState {
  pool: string;
  size: number;
  idle: number;
  waiting: number;
}

interface MetricsOptions {
  version: string;
  role: string;
  queues: readonly string[];
  gateways: readonly string[];
}

/** Read at each scrape. */
interface Sources {
  readQueues(): Promise<QueueDepth[]>;
  readPools(): PoolState[];
}

interface EndedRun {
  kind: 'save' | 'test';
  result: string;
  seconds: number;
  pages: number;
  rows: number;
}

export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics(needs: MetricsOptions) {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Counter({
    name: 'geoloom_http_requests_total',
    help: 'Completed requests by route template; 429 means rate-limited, 503 overloaded',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'geoloom_http_request_duration_seconds',
    help: 'Time from the request to the end of its response, without event streams',
    labelNames: ['method', 'route'],
    buckets: REQUEST_BUCKETS,
    registers,
  });
  const streams = new Gauge({ name: 'geoloom_http_open_streams', help: 'Open event streams', registers });
  const jobs = new Counter({
    name: 'geoloom_jobs_total',
    help: 'Finished attempts of jobs by queue and result',
    labelNames: ['queue', 'result'],
    registers,
  });
  const jobDurations = new Histogram({
    name: 'geoloom_job_duration_seconds',
    help: 'Duration of attempts of jobs',
    labelNames: ['queue'],
    buckets: JOB_BUCKETS,
    registers,
  });
  const running = new Gauge({
    name: 'geoloom_jobs_running',
    help: 'Jobs running in this process',
    labelNames: ['queue'],
    registers,
  });
  const faults = new Counter({
    name: 'geoloom_gateway_errors_total',
    help: 'Errors of outside services by gateway and kind',
    labelNames: ['gateway', 'kind'],
    registers,
  });
  const runs = createRunMetrics(registers);
  showBuild(needs, registers);
  for (const queue of needs.queues) {
    running.set({ queue }, 0);
    for (const result of JOB_RESULTS) jobs.inc({ queue, result }, 0);
  }
  for (const gateway of needs.gateways) {
    for (const kind of FAULT_KINDS) faults.inc({ gateway, kind }, 0);
  }
  return {
    countRequest(request: { method: string; route: string; status: number; seconds: number | undefined }) {
      const { route, status, seconds } = request;
      const method = METHODS.has(request.method) ? request.method : 'other';
      requests.inc({ method, route, status });
      if (seconds !== undefined) durations.observe({ method, route }, seconds);
    },
    changeStreams: (change: 1 | -1) => streams.inc(change),
    startJob: (queue: string) => running.inc({ queue }),
    endJob(queue: string, result: string, seconds: number) {
      running.dec({ queue });
      jobs.inc({ queue, result });
      jobDurations.observe({ queue }, seconds);
    },
    countFault: (gateway: string, kind: string) => faults.inc({ gateway, kind }),
    countRun: runs.count,
    watch: (sources: Sources) => watchState(sources, registry),
    contentType: registry.contentType,
    async render(): Promise<string> {
      return `${await registry.metrics()}\n${await describeProcess()}`;
    },
  };
}

function createRunMetrics(registers: Registry[]) {
  const ended = new Counter({
    name: 'geoloom_runs_total',
    help: 'Finished runs by kind and result',
    labelNames: ['kind', 'result'],
    registers,
  });
  const durations = new Histogram({
    name: 'geoloom_run_duration_seconds',
    help: 'Duration of runs from their start on a worker to their end',
    labelNames: ['kind'],
    buckets: JOB_BUCKETS,
    registers,
  });
  const pages = new Counter({
    name: 'geoloom_pages_written_total',
    help: 'Pages written by runs',
    registers,
  });
  const rows = new Counter({
    name: 'geoloom_rows_processed_total',
    help: 'Rows of sheets processed by runs: written pages and skipped rows',
    registers,
  });
  for (const kind of ['save', 'test']) {
    for (const result of RUN_RESULTS) ended.inc({ kind, result }, 0);
  }
  return {
    count(run: EndedRun) {
      const { kind, result } = run;
      ended.inc({ kind, result });
      durations.observe({ kind }, run.seconds);
      pages.inc(run.pages);
      rows.inc(run.rows);
    },
  };
}

function showBuild({ version, role }: MetricsOptions, registers: Registry[]): void {
  new Gauge({
    name: 'geoloom_build_info',
    help: 'Version and role of this process; always 1',
    labelNames: ['version', 'role', 'node'],
    registers,
  }).set({ version, role, node: process.versions.node }, 1);
}

/** Registers gauges that are read at each scrape. */
function watchState({ readQueues, readPools }: Sources, registry: Registry): void {
  const watchQueues = (name: string, help: string, readDepth: (depth: QueueDepth) => number) =>
    registry.registerMetric(
      new Gauge({
        name,
        help: `${help}, of all processes; absent while the database doesn't respond`,
        labelNames: ['queue'],
        registers: [],
        async collect() {
          // Without the database, all other metrics are still exported.
          this.reset();
          const depths = await Promise.race([readQueues(), sleep(QUEUES_MS, [], { ref: false })]).catch(
            () => [],
          );
          for (const depth of depths) this.set({ queue: depth.queue }, readDepth(depth));
        },
      }),
    );
  watchQueues('geoloom_queue_waiting_jobs', 'Jobs that wait for a worker now', ({ waiting }) => waiting);
  watchQueues(
    'geoloom_queue_oldest_waiting_seconds',
    'Age of the oldest waiting job, or 0',
    ({ oldestSeconds }) => oldestSeconds,
  );
  registry.registerMetric(
    new Gauge({
      name: 'geoloom_database_connections',
      help: 'Connections of this process to PostgreSQL by pool and state; waiting counts callers that wait for a connection',
      labelNames: ['pool', 'state'],
      registers: [],
      collect() {
        for (const { pool, size, idle, waiting } of readPools()) {
          this.set({ pool, state: 'busy' }, size - idle);
          this.set({ pool, state: 'idle' }, idle);
          this.set({ pool, state: 'waiting' }, waiting);
        }
      },
    }),
  );
}

/** Event loop, memory and garbage collection of the process, measured from the first scrape on. */
let processRegistry: Registry | undefined;

function describeProcess(): Promise<string> {
  if (processRegistry === undefined) {
    processRegistry = new Registry();
    collectDefaultMetrics({ register: processRegistry });
  }
  return processRegistry.metrics();
}
