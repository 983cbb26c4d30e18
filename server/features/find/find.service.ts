/** Search of the command palette: objects that a user may open, by a part of their name. */
import type { HandlerInput } from '#contract/endpoint.ts';
import { type findContract, FOUND_PER_GROUP } from '#contract/find.contract.ts';
import { MAX_INTEGER } from '#contract/limits.ts';
import type { Caller } from '../../caller.ts';
import type { Context } from '../../context.ts';
import { findAgencies, findDomains, findProjects, findRuns } from './find.store.ts';

type Input = HandlerInput<(typeof findContract)['all']>;

export function createFind({ db }: Pick<Context, 'db'>) {
  return {
    async all({ query: { text } }: Input, { scope, role }: Caller) {
      const wanted = { text, limit: FOUND_PER_GROUP };
      const isAdmin = role === 'admin' || role === 'superadmin';
      return {
        projects: await findProjects(db, scope, wanted),
        domains: await findDomains(db, scope, wanted),
        runs: await findRuns(db, scope, { ...wanted, id: readRunNumber(text) }),
        agencies: isAdmin ? await findAgencies(db, wanted) : [],
      };
    },
  };
}

/** @returns 12 for `run 12`, `Run #12`, `#12` and `12` */
function readRunNumber(text: string): number | undefined {
  const number = Number(/^(?:run\s*)?#?(\d{1,10})$/i.exec(text)?.[1]);
  return number >= 1 && number <= MAX_INTEGER ? number : undefined;
}
