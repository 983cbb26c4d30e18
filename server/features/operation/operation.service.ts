/** Answers the questions of those who run the product. */
import type { ReplyData } from '#contract/endpoint.ts';
import type { operationContract } from '#contract/operation.contract.ts';
import type { HandlerInput } from '#contract/endpoint.ts';
import { AppError } from '../../app-error.ts';
import type { LogSecurity, Visitor } from '../../caller.ts';

type Answer<Verb extends keyof typeof operationContract> = ReplyData<(typeof operationContract)[Verb]>;

export interface OperationService {
  health(): Answer<'health'>;
  ready(): Promise<Answer<'ready'>>;
  version(): Answer<'version'>;
  reportPolicy(
    input: HandlerInput<(typeof operationContract)['reportPolicy']>,
    visitor: Visitor,
  ): Answer<'reportPolicy'>;
}

/** Anybody may ask, and each look writes to the disk and asks the database: one answer holds for so long. */
const READY_MS = 1000;

/** A thing that the server needs: throws an error that says what is wrong. */
export type Check = () => Promise<void>;

interface Needs {
  name: string;
  version: string;
  checks: Readonly<Record<string, Check>>;
  logSecurity: LogSecurity;
}

export function createOperation({ name, version, checks, logSecurity }: Needs): OperationService {
  let last: { at: number; answer: Promise<Answer<'ready'>> } | undefined;
  return {
    health: () => ({ status: 'ok' }),
    ready() {
      const at = performance.now();
      if (last === undefined || at - last.at > READY_MS) last = { at, answer: runChecks(checks) };
      return last.answer;
    },
    version: () => ({ name, version }),
    reportPolicy({ body: reports }, visitor) {
      const violations = reports.filter(({ type }) => type === 'csp-violation');
      const [first] = violations;
      if (first === undefined) return {};
      // One line for all: anybody may send as many as fit.
      const { documentURL, blockedURL, sourceFile, effectiveDirective, disposition } = first.body ?? {};
      logSecurity('csp_violation', {
        visitor,
        reports: violations.length,
        directive: cut(effectiveDirective),
        disposition: cut(disposition),
        page: cut(documentURL),
        blocked: cut(blockedURL),
        source: cut(sourceFile),
      });
      return {};
    },
  };
}

const CUT_CHARACTERS = 300;

/** Addresses without what stands behind `?` and `#`: tokens may stand there. */
function cut(text: string | undefined): string | undefined {
  return text?.split(/[?#]/, 1)[0]?.slice(0, CUT_CHARACTERS);
}

async function runChecks(checks: Needs['checks']): Promise<Answer<'ready'>> {
  const names = Object.keys(checks);
  const results = await Promise.allSettled(Object.values(checks).map((check) => check()));
  const faults: Record<string, string[]> = {};
  for (const [index, result] of results.entries()) {
    const name = names[index];
    if (result.status === 'rejected' && name !== undefined) faults[name] = [describeFault(result.reason)];
  }
  const failed = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  if (failed.length > 0) {
    const cause = new AggregateError(failed, failed.map((reason) => String(reason)).join('; '));
    throw new AppError('not_ready', { fields: faults, cause });
  }
  return { checks: Object.fromEntries(names.map((name) => [name, 'ok' as const])) };
}

/** What a driver says may name users and addresses of the inside: it goes to the log alone. */
function describeFault(reason: unknown): string {
  return reason instanceof AppError ? reason.message : 'does not answer';
}
