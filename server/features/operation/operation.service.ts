/** Answers the questions of those who run the product. */
import type { ReplyData } from '#contract/endpoint.ts';
import type { operationContract } from '#contract/operation.contract.ts';
import { AppError } from '../../app-error.ts';

type Answer<Verb extends keyof typeof operationContract> = ReplyData<(typeof operationContract)[Verb]>;

export interface OperationService {
  health(): Answer<'health'>;
  ready(): Promise<Answer<'ready'>>;
  version(): Answer<'version'>;
}

/** A thing that the server needs: throws an error that says what is wrong. */
export type Check = () => Promise<void>;

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

async function runChecks(checks: Needs['checks']): Promise<Answer<'ready'>> {
  const names = Object.keys(checks);
  const results = await Promise.allSettled(Object.values(checks).map((check) => check()));
  const faults: Record<string, string[]> = {};
  for (const [index, result] of results.entries()) {
    const name = names[index];
    if (result.status === 'rejected' && name !== undefined) faults[name] = [tell(result.reason)];
  }
  if (Object.keys(faults).length > 0) throw new AppError('not_ready', { fields: faults });
  return { checks: Object.fromEntries(names.map((name) => [name, 'ok' as const])) };
}

function tell(reason: unknown): string {
  return reason instanceof Error ? reason.message : 'does not answer';
}
