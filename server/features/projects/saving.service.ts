/**
 * Save and test in four stages: parse, authorize (`save-target.service.ts`), plan (`save-plan.service.ts`), commit
 * (`save-commit.service.ts`). Limits are in `save-limits.service.ts`. Before the commit only files are stored, which the
 * garbage collection deletes if the commit fails.
 */
import type { ReplyInput } from '#contract/endpoint.ts';
import type { SaveReply } from '#contract/project-shapes.ts';
import type { projectsContract } from '#contract/projects.contract.ts';
import { getFound } from '../../app-error.ts';
import type { Caller } from '../../caller.ts';
import { type Context, withServices } from '../../context.ts';
import type { SaveInput, SaveRequest, Saver, SaveServices } from './planned-save.service.ts';
import { findProject } from './projects.store.ts';
import { commitSave } from './save-commit.service.ts';
import { checkQueueSlot } from './save-limits.service.ts';
import { planSave } from './save-plan.service.ts';
import { authorizeSave } from './save-target.service.ts';

type ShownPace = ReplyInput<(typeof projectsContract)['savePace']>;

export type SavingService = ReturnType<typeof createSaving>;

export function createSaving(context: Context, services: SaveServices) {
  const needs = withServices(context, services);
  const { db, limits, plans } = needs;
  const run = async (request: SaveRequest): Promise<SaveReply> => {
    await checkQueueSlot(db, request);
    const target = await authorizeSave(needs, request);
    const planned = await planSave(needs, target);
    return commitSave(needs, planned);
  };
  return {
    save: (input: SaveInput, caller: Saver) => run(parseSave('save', input, caller)),
    test: (input: SaveInput, caller: Saver) => run(parseSave('test', input, caller)),
    /** Shows how many saves the caller has left this hour, for this project or a new one. */
    async showPace(projectId: number | undefined, caller: Caller): Promise<ShownPace> {
      const { actor, role, scope } = caller;
      const project = projectId === undefined ? undefined : getFound(await findProject(db, projectId, scope));
      const pace = await plans.findPace(db, { workspaceId: project?.workspace_id ?? scope.homeId, role });
      if (!isRateLimited(caller)) return { plan: pace.plan, limit: -1, left: 0, resets_at: null };
      const { left, endsAt } = await limits.readRuns(actor.userId, pace);
      return { plan: pace.plan, limit: pace.limit, left, resets_at: endsAt };
    },
  };
}

function parseSave(kind: SaveRequest['kind'], input: SaveInput, caller: Saver): SaveRequest {
  return {
    ...input,
    kind,
    caller,
    isEdit: input.projectId !== undefined,
    isRateLimited: isRateLimited(caller),
    role: caller.role,
  };
}

const isRateLimited = ({ role }: Saver): boolean => role !== undefined && role !== 'superadmin';
