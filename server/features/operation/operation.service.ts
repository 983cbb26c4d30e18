/** Answers the questions of those who run the product. */
import type { ReplyData } from '#contract/endpoint.ts';
import type { operationContract } from '#contract/operation.contract.ts';
import { AppError } from '../../app-error.ts';

type Answer<Verb extends keyof typeof operationContract> = ReplyData<(typeof operationContract)[Verb]>;

export interface OperationService {
  health(): Answer<'health'>;
  ready(): Answer<'ready'>;
  version(): Answer<'version'>;
}

/** A thing that the server needs: @returns what is wrong and what to do, or nothing when all is well */
export type Check = () => string | undefined;

interface Needs {
  name: string;
  version: string;
  checks: Readonly<Record<string, Check>>;
}

export function createOperation({ name, version, checks }: Needs): OperationService {
  return {
    health: () => ({ status: 'ok' }),
    ready: () => runChecks(checks),
    version: () => ({ name, version }),
  };
}

function runChecks(checks: Needs['checks']): Answer<'ready'> {
  const faults: Record<string, string[]> = {};
  for (const [name, check] of Object.entries(checks)) {
    const fault = check();
    if (fault !== undefined) faults[name] = [fault];
  }
  if (Object.keys(faults).length > 0) throw new AppError('not_ready', { fields: faults });
  return { checks: Object.fromEntries(Object.keys(checks).map((name) => [name, 'ok' as const])) };
}
