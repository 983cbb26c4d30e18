/** Probes and reports for operators: health, readiness, version and policy violations. */
import type { HandlerInput, ReplyData } from '#contract/endpoint.ts';
import type { operationContract } from '#contract/operation.contract.ts';
import { AppError } from '../../app-error.ts';
import type { Visitor } from '../../caller.ts';
import type { Context } from '../../context.ts';

type ReportInput = HandlerInput<(typeof operationContract)['reportPolicy']>;
type Reply<Verb extends keyof typeof operationContract> = ReplyData<(typeof operationContract)[Verb]>;

export type OperationService = ReturnType<typeof createOperation>;

/** Results are cached because the call is public, and each check writes to the disk and queries the database. */
const READY_MS = 1000;

/** Checks a dependency of the server. Throws an error that explains the problem. */
export type Check = () => Promise<void>;

interface OperationOptions {
  name: string;
  version: string;
  checks: Readonly<Record<string, Check>>;
}

export function createOperation(
  { logSecurity }: Pick<Context, 'logSecurity'>,
  { name, version, checks }: OperationOptions,
) {
  let last: { at: number; reply: Promise<Reply<'ready'>> } | undefined;
  return {
    health: (): Reply<'health'> => ({ status: 'ok' }),
    ready(): Promise<Reply<'ready'>> {
      const at = performance.now();
      if (last === undefined || at - last.at > READY_MS) last = { at, reply: runChecks(checks) };
      return last.reply;
    },
    version: (): Reply<'version'> => ({ name, version }),
    reportPolicy({ body: reports }: ReportInput, visitor: Visitor): Reply<'reportPolicy'> {
      const violations = reports.filter(({ type }) => type === 'csp-violation');
      const [first] = violations;
      if (first === undefined) return {};
      // One line for all, because anyone may send many.
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

/** Cuts URLs before `?` and `#`, because the rest may contain tokens. */
function cut(text: string | undefined): string | undefined {
  return text?.split(/[?#]/, 1)[0]?.slice(0, CUT_CHARACTERS);
}

async function runChecks(checks: OperationOptions['checks']): Promise<Reply<'ready'>> {
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

/** Hides messages of drivers, which may contain internal users and addresses; they are only logged. */
function describeFault(reason: unknown): string {
  return reason instanceof AppError ? reason.message : 'isn’t responding';
}
