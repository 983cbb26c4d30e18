/**
 * The model of a walk: the expected users, agencies, projects and plans after each step, without a database.
 * Only subscriptions are read from the simulated Stripe.
 */
import type { LimitName } from '#contract/billing-shapes.ts';
import type { SignedInUser } from '#testkit/users.ts';

export interface User {
  /** For the trace. */
  label: string;
  email: string;
  signed: SignedInUser;
  personal: Workspace;
  role: 'user' | 'superadmin';
  isDisabled: boolean;
  isDeleted: boolean;
  /** Tokens of superadmins who are still signed in as this user. */
  borrowed: string[];
  drafts: Draft[];
}

export interface Workspace {
  label: string;
  id: number;
  kind: 'person' | 'agency';
  status: 'active' | 'not_active' | 'deleted';
  deletedAt: Date | undefined;
  /** The main admin, or the user whose personal workspace it is. */
  leader: User;
  /** Members at the time of deletion return when the agency is restored. */
  members: Set<User>;
  invitations: Invitation[];
  pageUses: PageUse[];
  /** Agency to which the plan of this personal workspace wasn't moved. */
  keptFrom: Workspace | undefined;
  /** Purged, or deleted with its user. */
  isGone: boolean;
}

export interface PageUse {
  at: Date;
  /** Pages that the run counts for; fewer if it was canceled. */
  pages: number;
  runId: number;
}

export interface Invitation {
  id: number;
  email: string;
  state: 'pending' | 'accepted' | 'revoked';
  expiresAt: Date;
}

export interface Project {
  label: string;
  id: number;
  workspace: Workspace;
  /** Names of its images. */
  pictures: string[];
  /** True while a full run is in progress. */
  isAtWork: boolean;
  /** A full run has completed. */
  hasPages: boolean;
  isDeleted: boolean;
}

export interface Draft {
  /** Project of the edit form; undefined for the form of a new project. */
  project: Project | undefined;
  pictures: string[];
  hasSeed: boolean;
}

export interface Domain {
  id: number;
  name: string;
  workspace: Workspace;
  isActive: boolean;
  isDeleted: boolean;
}

export interface Scan {
  id: number;
  project: Project;
  isAtWork: boolean;
}

export type Limits = Record<LimitName, number>;

export class Model {
  users: User[] = [];
  agencies: Workspace[] = [];
  projects: Project[] = [];
  domains: Domain[] = [];
  scans: Scan[] = [];

  /** Users with an account. */
  get people(): User[] {
    return this.users.filter((user) => !user.isDeleted);
  }

  /** Users who can sign in. */
  get callers(): User[] {
    return this.people.filter((user) => !user.isDisabled);
  }

  findAgency(user: User): Workspace | undefined {
    return this.agencies.find((each) => !each.isGone && each.status !== 'deleted' && each.members.has(user));
  }

  /** Returns the workspace for new objects. */
  getHome(user: User): Workspace {
    const agency = this.findAgency(user);
    return agency?.status === 'active' ? agency : user.personal;
  }

  canSee(user: User, workspace: Workspace): boolean {
    return !workspace.isGone && (workspace === user.personal || workspace === this.findAgency(user));
  }

  /** Agencies that the user leads, without deleted ones. */
  ledBy(user: User): Workspace[] {
    return this.agencies.filter((each) => each.status !== 'deleted' && each.leader === user);
  }

  listProjects(user: User): Project[] {
    return this.projects.filter((each) => !each.isDeleted && this.canSee(user, each.workspace));
  }

  listDomains(user: User): Domain[] {
    return this.domains.filter((each) => !each.isDeleted && this.canSee(user, each.workspace));
  }

  listScans(user: User): Scan[] {
    return this.scans.filter(({ project }) => !project.isDeleted && this.canSee(user, project.workspace));
  }

  usageOf(workspace: Workspace, now: Date): Limits {
    const isIn = (each: Project | Domain) => !each.isDeleted && each.workspace === workspace;
    const month = now.toISOString().slice(0, 7);
    return {
      domains: this.domains.filter((each) => isIn(each) && each.isActive).length,
      projects: this.projects.filter(isIn).length,
      members: workspace.members.size,
      pages_month: workspace.pageUses
        .filter(({ at }) => at.toISOString().startsWith(month))
        .reduce((sum, { pages }) => sum + pages, 0),
    };
  }

  /** Finds the pending invitation that this user may accept. */
  findInvitation(user: User, agency: Workspace, now: Date): Invitation | undefined {
    return agency.invitations.find(
      ({ email, state, expiresAt }) => email === user.email && state === 'pending' && expiresAt > now,
    );
  }

  isAtWork(workspace: Workspace): boolean {
    return this.projects.some((each) => !each.isDeleted && each.workspace === workspace && each.isAtWork);
  }

  /** Moves the contents of a personal workspace to an agency; equal domains are merged. */
  move(from: Workspace, to: Workspace): void {
    for (const domain of this.domains.filter((each) => !each.isDeleted && each.workspace === from)) {
      const same = this.domains.find(
        (each) => !each.isDeleted && each.workspace === to && each.name === domain.name,
      );
      if (same === undefined) domain.workspace = to;
      else domain.isDeleted = true;
    }
    for (const project of this.projects) if (project.workspace === from) project.workspace = to;
    to.pageUses.push(...from.pageUses.splice(0));
  }

  deleteAgency(agency: Workspace, now: Date): void {
    agency.status = 'deleted';
    agency.deletedAt = now;
    for (const each of agency.invitations) if (each.state === 'pending') each.state = 'revoked';
  }

  /** Members who have joined another agency in the meantime stay there. */
  restoreAgency(agency: Workspace): void {
    for (const user of agency.members) if (this.findAgency(user) !== undefined) agency.members.delete(user);
    agency.deletedAt = undefined;
  }

  /**
   * Deletes the user with all personal objects; deleted agencies pass to the first remaining member without
   * another agency.
   */
  deleteUser(user: User): void {
    user.isDeleted = true;
    for (const agency of this.agencies) {
      agency.members.delete(user);
      if (agency.leader !== user) continue;
      const heir = [...agency.members].find((each) => !each.isDisabled && !this.findAgency(each));
      if (heir === undefined) this.drop(agency);
      else agency.leader = heir;
    }
    this.drop(user.personal);
  }

  /** Deletes all objects of a workspace. */
  drop(workspace: Workspace): void {
    workspace.isGone = true;
    for (const each of [...this.projects, ...this.domains])
      if (each.workspace === workspace) each.isDeleted = true;
    for (const user of this.users)
      user.drafts = user.drafts.filter(({ project }) => project?.isDeleted !== true);
  }
}
