/**
 * The model of a walk: what users, agencies, projects and plans should look like after each step, kept without a
 * database. Money is the exception: the simulated Stripe is the truth about subscriptions.
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
  /** Tokens of superadmins who signed in as this user and have not returned. */
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
  /** Those who joined before the agency was deleted come back with it. */
  members: Set<User>;
  invitations: Invitation[];
  pageUses: PageUse[];
  /** Agency that the plan of a personal workspace was not moved to. */
  keptFrom: Workspace | undefined;
  /** Swept, or deleted with its user. */
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
  /** Names of its pictures. */
  pictures: string[];
  /** A full run of it is at work. */
  isAtWork: boolean;
  /** A full run has completed. */
  hasPages: boolean;
  isDeleted: boolean;
}

export interface Draft {
  /** Project whose edit form has it; undefined for the form of a new project. */
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

  /** Users who have an account. */
  get people(): User[] {
    return this.users.filter((user) => !user.isDeleted);
  }

  /** Users who can call. */
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

  /** Agencies that the user leads and that are not deleted. */
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

  /** The pending invitation that this user may accept. */
  findInvitation(user: User, agency: Workspace, now: Date): Invitation | undefined {
    return agency.invitations.find(
      ({ email, state, expiresAt }) => email === user.email && state === 'pending' && expiresAt > now,
    );
  }

  isAtWork(workspace: Workspace): boolean {
    return this.projects.some((each) => !each.isDeleted && each.workspace === workspace && each.isAtWork);
  }

  /** Objects of a personal workspace go to an agency; equal domains become one. */
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

  /** Members who have joined another agency meanwhile stay there. */
  restoreAgency(agency: Workspace): void {
    for (const user of agency.members) if (this.findAgency(user) !== undefined) agency.members.delete(user);
    agency.deletedAt = undefined;
  }

  /** The user is gone with all that was personal; deleted agencies pass to the oldest member who is in no other one. */
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

  /** All objects of a workspace vanish with it. */
  drop(workspace: Workspace): void {
    workspace.isGone = true;
    for (const each of [...this.projects, ...this.domains])
      if (each.workspace === workspace) each.isDeleted = true;
    for (const user of this.users)
      user.drafts = user.drafts.filter(({ project }) => project?.isDeleted !== true);
  }
}
