/** Steps of a walk about customers' objects: domains, projects and their runs, images, drafts, scans. */
import sharp from 'sharp';
import { townsCsv, townSeed, waitForRun } from '#testkit/project-calls.ts';
import { fits } from './invariants-fixture.ts';
import type { Domain, Draft, Project, User } from './model-fixture.ts';
import { ordinary, pick, pickMostly } from './people-steps-fixture.ts';
import type { Step, Walk } from './walk-fixture.ts';

/** Only a few, so that users have the same ones. */
const DOMAIN_NAMES = ['one.example', 'two.example', 'three.example'];
/** Pages of a run; the large one uses a good part of the free plan's month. */
const SIZES = [3, 3, 3, 240] as const;
const COLORS = ['#c00', '#0c0', '#00c'];
const PHOTOS = await Promise.all(
  COLORS.map((background) =>
    sharp({ create: { width: 32, height: 32, channels: 3, background } })
      .jpeg()
      .toBuffer(),
  ),
);

/** True if the object is in the user's lists. */
const isSeen =
  ({ model }: Walk, user: User) =>
  (each: Project | Domain) =>
    !each.isDeleted && model.canSee(user, each.workspace);

const createDomain: Step = {
  name: 'create a domain',
  weight: 5,
  async run(walk, random) {
    const { model } = walk;
    const user = pick(random, ordinary(walk));
    if (user === undefined) return false;
    const name = random.pick(DOMAIN_NAMES);
    const home = model.getHome(user);
    const reply = await walk.call(user, 'POST', 'domains', { name });
    if (!fits(walk, home, 'domains', 1)) return walk.expect(reply, 'plan_limit') || true;
    const isSame = (each: Domain) => !each.isDeleted && each.workspace === home && each.name === name;
    if (model.domains.some(isSame)) return walk.expect(reply, 'invalid') || true;
    walk.expect(reply);
    const { id } = reply.json<{ data: { id: number } }>().data;
    model.domains.push({ id, name, workspace: home, isActive: true, isDeleted: false });
    return true;
  },
};

const switchDomain: Step = {
  name: 'activate or deactivate a domain',
  weight: 4,
  async run(walk, random) {
    const { model } = walk;
    const user = pickMostly(random, ordinary(walk), (each) => model.listDomains(each).length > 0);
    const domain = user && pickMostly(random, model.domains, isSeen(walk, user));
    if (user === undefined || domain === undefined) return false;
    const body = { name: domain.name, status: domain.isActive ? '0' : '1' };
    const reply = await walk.call(user, 'PUT', `domains/${domain.id}`, body);
    const { workspace } = domain;
    if (domain.isDeleted || !model.canSee(user, workspace)) return walk.expect(reply, 'not_found') || true;
    if (workspace.status !== 'active') return walk.expect(reply, 'read_only') || true;
    if (!domain.isActive && !fits(walk, workspace, 'domains', 1))
      return walk.expect(reply, 'plan_limit') || true;
    walk.expect(reply);
    domain.isActive = !domain.isActive;
    return true;
  },
};

/** The open draft of a form, which also receives uploads without a draft id. */
const findDraft = (user: User, project: Project | undefined): Draft | undefined =>
  user.drafts.find((each) => each.project === project);

/** The draft of an edit form starts with the images of its project. */
function openDraft(user: User, project: Project | undefined): Draft {
  const found = findDraft(user, project);
  if (found !== undefined) return found;
  const draft = { project, pictures: [...(project?.pictures ?? [])], hasSeed: project !== undefined };
  user.drafts.push(draft);
  return draft;
}

/** Saves the images of the form with the project, and removes the draft. */
function takeDraft(user: User, { form, project }: { form: Project | undefined; project: Project }) {
  project.pictures = findDraft(user, form)?.pictures ?? project.pictures;
  user.drafts = user.drafts.filter((each) => each.project !== form);
}

/** Waits for the run to end, unless runs are blocked. */
async function follow(walk: Walk, user: User, project: Project): Promise<void> {
  project.isAtWork = true;
  if (walk.isWorkHeld) return;
  const { progress } = await waitForRun(
    walk.stage.app,
    { userId: 0, headers: user.signed.headers },
    project.id,
  );
  walk.check(
    'a run completes',
    progress?.state === 'completed',
    () => `${project.label} is ${progress?.state}: ${progress?.message}`,
  );
  Object.assign(project, { isAtWork: false, hasPages: true });
}

const form = (walk: Walk, pages: number) => ({
  fields: { title: 'Plumber', type: 'WordPress', script: townsCsv(pages) },
  file: {
    name: 'seed.xml',
    bytes: townSeed({ slug: 'geo_url', site: walk.held.site.base, link: `${walk.held.site.base}/x/` }),
  },
});

const saveNew: Step = {
  name: 'save a new project',
  weight: 10,
  async run(walk, random) {
    const { model } = walk;
    const user = pick(random, ordinary(walk));
    if (user === undefined) return false;
    const home = model.getHome(user);
    const pages = random.pick(SIZES);
    const domain = random.below(2) === 0 ? pickMostly(random, model.domains, isSeen(walk, user)) : undefined;
    const isOfDraft = random.below(2) === 0 && findDraft(user, undefined)?.hasSeed === true;
    const { fields, file } = form(walk, pages);
    const chosen: Record<string, string> = domain === undefined ? {} : { domain_id: String(domain.id) };
    const url = '/api/v1/save-xml';
    const reply = await walk.sendForm(user, {
      url,
      fields: { ...fields, ...chosen },
      ...(!isOfDraft && { file }),
    });
    if (domain !== undefined && (domain.isDeleted || !model.canSee(user, domain.workspace)))
      return walk.expect(reply, 'not_found') || true;
    if (domain !== undefined && (domain.workspace !== home || !domain.isActive))
      return walk.expect(reply, 'invalid') || true;
    if (!fits(walk, home, 'projects', 1) || !fits(walk, home, 'pages_month', pages))
      return walk.expect(reply, 'plan_limit') || true;
    walk.expect(reply);
    const { project_id: id, run_id: runId } = reply.json<{ data: { project_id: number; run_id: number } }>()
      .data;
    const project: Project = {
      label: `project ${id}`,
      id,
      workspace: home,
      pictures: [],
      isAtWork: false,
      hasPages: false,
      isDeleted: false,
    };
    model.projects.push(project);
    home.pageUses.push({ at: walk.now, pages, runId });
    takeDraft(user, { form: undefined, project });
    if (random.below(6) === 0) await cancelRun(walk, user, project);
    else await follow(walk, user, project);
    return true;
  },
};

const saveAgain: Step = {
  name: 'save a project again',
  weight: 9,
  async run(walk, random) {
    const { model } = walk;
    const user = pickMostly(random, ordinary(walk), (each) => model.listProjects(each).length > 0);
    const project = user && pickMostly(random, model.projects, isSeen(walk, user));
    if (user === undefined || project === undefined) return false;
    const pages = random.pick(SIZES);
    const { fields } = form(walk, pages);
    const url = `/api/v1/projects/${project.id}`;
    const reply = await walk.sendForm(user, { url, method: 'PUT', fields });
    const { workspace } = project;
    if (project.isDeleted || !model.canSee(user, workspace)) return walk.expect(reply, 'not_found') || true;
    if (workspace.status !== 'active') return walk.expect(reply, 'read_only') || true;
    if (!fits(walk, workspace, 'pages_month', pages)) return walk.expect(reply, 'plan_limit') || true;
    if (project.isAtWork) return walk.expect(reply, 'run_in_progress') || true;
    walk.expect(reply);
    const { run_id: runId } = reply.json<{ data: { run_id: number } }>().data;
    workspace.pageUses.push({ at: walk.now, pages, runId });
    takeDraft(user, { form: project, project });
    await follow(walk, user, project);
    return true;
  },
};

/** Cancels a run; only pages made so far count. */
async function cancelRun(walk: Walk, user: User, project: Project): Promise<void> {
  walk.expect(await walk.call(user, 'POST', `projects/${project.id}/cancel`));
  project.isAtWork = true;
  await walk.settleCanceled([project]);
}

const cancel: Step = {
  name: 'cancel a run',
  weight: 3,
  async run(walk, random) {
    const { model } = walk;
    const user = pick(random, ordinary(walk));
    const project =
      user && pickMostly(random, model.projects, (each) => each.isAtWork && isSeen(walk, user)(each));
    if (user === undefined || project === undefined) return false;
    if (!project.isDeleted && model.canSee(user, project.workspace)) {
      if (!project.isAtWork) return false;
      await cancelRun(walk, user, project);
      return true;
    }
    walk.expect(await walk.call(user, 'POST', `projects/${project.id}/cancel`), 'not_found');
    return true;
  },
};

const holdWork: Step = {
  name: 'block runs and scans',
  weight: 3,
  async run(walk) {
    if (walk.isWorkHeld) return false;
    walk.holdWork();
    return true;
  },
};

const releaseWork: Step = {
  name: 'unblock runs and scans',
  weight: 10,
  async run(walk) {
    if (!walk.isWorkHeld) return false;
    await walk.releaseWork();
    return true;
  },
};

const removeProject: Step = {
  name: 'delete a project',
  weight: 4,
  async run(walk, random) {
    const { model } = walk;
    const user = pickMostly(random, ordinary(walk), (each) => model.listProjects(each).length > 0);
    const project = user && pickMostly(random, model.projects, isSeen(walk, user));
    if (user === undefined || project === undefined) return false;
    const reply = await walk.call(user, 'DELETE', `projects?project_id=${project.id}&type=wordpress`);
    const { workspace } = project;
    if (project.isDeleted || !model.canSee(user, workspace)) return walk.expect(reply, 'not_found') || true;
    if (workspace.status !== 'active') return walk.expect(reply, 'read_only') || true;
    walk.expect(reply);
    // Pages made before the deletion count.
    if (project.isAtWork) await walk.readPageUses(project.workspace);
    project.isDeleted = true;
    for (const each of model.users) each.drafts = each.drafts.filter((draft) => draft.project !== project);
    return true;
  },
};

/** Uploads to the draft of a new project, or to that of an edit form. */
const upload: Step = {
  name: 'upload an image',
  weight: 7,
  async run(walk, random) {
    const { model } = walk;
    const user = pick(random, ordinary(walk));
    if (user === undefined) return false;
    const project =
      random.below(2) === 0 ? pickMostly(random, model.projects, isSeen(walk, user)) : undefined;
    const fields = { type: 'WordPress', ...(project && { project_id: String(project.id) }) };
    // A different name, because an image keeps its name in a project.
    const name = `photo-${walk.trace.length}.jpg`;
    const file = { name, bytes: random.pick(PHOTOS), type: 'image/jpeg' };
    const reply = await walk.sendForm(user, { url: '/api/v1/images/upload-primary', fields, file });
    if (project && (project.isDeleted || !model.canSee(user, project.workspace)))
      return walk.expect(reply, 'not_found') || true;
    if (project && project.workspace.status !== 'active') return walk.expect(reply, 'read_only') || true;
    walk.expect(reply);
    openDraft(user, project).pictures.push(name);
    return true;
  },
};

const uploadSeed: Step = {
  name: 'upload a seed',
  weight: 4,
  async run(walk, random) {
    const user = pick(random, ordinary(walk));
    if (user === undefined) return false;
    const { file } = form(walk, 1);
    const fields = { type: 'WordPress' };
    walk.expect(await walk.sendForm(user, { url: '/api/v1/upload', fields, file }));
    openDraft(user, undefined).hasSeed = true;
    return true;
  },
};

const closeDrafts: Step = {
  name: 'leave all forms',
  weight: 2,
  async run(walk, random) {
    const user = pick(random, ordinary(walk));
    if (user === undefined) return false;
    walk.expect(await walk.call(user, 'GET', 'project/cancel-project'));
    user.drafts = [];
    return true;
  },
};

const startScan: Step = {
  name: 'scan',
  weight: 8,
  async run(walk, random) {
    const { model } = walk;
    const user = pickMostly(random, ordinary(walk), (each) => model.listProjects(each).length > 0);
    const project = user && pickMostly(random, model.projects, isSeen(walk, user));
    if (user === undefined || project === undefined) return false;
    const reply = await walk.call(user, 'POST', 'scans', { project_id: project.id });
    const { workspace } = project;
    if (project.isDeleted || !model.canSee(user, workspace)) return walk.expect(reply, 'not_found') || true;
    if (workspace.status !== 'active') return walk.expect(reply, 'read_only') || true;
    if (!project.hasPages) return walk.expect(reply, 'no_pages') || true;
    if (model.scans.some((each) => each.project === project && each.isAtWork))
      return walk.expect(reply, 'scan_in_progress') || true;
    walk.expect(reply);
    const { id } = reply.json<{ data: { id: number } }>().data;
    model.scans.push({ id, project, isAtWork: walk.isWorkHeld });
    return true;
  },
};

const cancelScan: Step = {
  name: 'cancel a scan',
  weight: 2,
  async run(walk, random) {
    const { model } = walk;
    const user = pick(random, ordinary(walk));
    const scan = user && pickMostly(random, model.scans, (each) => isSeen(walk, user)(each.project));
    if (user === undefined || scan === undefined) return false;
    const reply = await walk.call(user, 'POST', `scans/${scan.id}/cancel`);
    const { project } = scan;
    if (project.isDeleted || !model.canSee(user, project.workspace))
      return walk.expect(reply, 'not_found') || true;
    walk.expect(reply);
    if (scan.isAtWork) await walk.waitForScan(scan.id);
    scan.isAtWork = false;
    return true;
  },
};

export const OBJECT_STEPS: readonly Step[] = [
  createDomain,
  switchDomain,
  saveNew,
  saveAgain,
  cancel,
  holdWork,
  releaseWork,
  removeProject,
  upload,
  uploadSeed,
  closeDrafts,
  startScan,
  cancelScan,
];
