/** Types that the stages of a save pass on: the request, its target and the planned save. */
import type { z } from 'zod';
import type { Role } from '#contract/account.contract.ts';
import type { UploadedFile } from '#contract/endpoint.ts';
import type { projectFields } from '#contract/project-shapes.ts';
import type { BuildOptions } from '#server/db/build-options.ts';
import type { FetchedSheet } from '#server/gateways/sheets.ts';
import type { Caller } from '../../caller.ts';
import type { Context } from '../../context.ts';
import type { LimitsService } from '../account/limits.service.ts';
import type { PlanLimitsService } from '../billing/limits.service.ts';
import type { DomainsService } from '../domains/domains.service.ts';
import type { UploadRow, UploadsService } from '../files/uploads.service.ts';
import type { ImageRow, ImagesService } from '../images/images.service.ts';
import type { OutputQuota } from '../runs/output-quota.service.ts';
import type { RunFigures, RunsService } from '../runs/runs.service.ts';
import type { DraftReadingService } from './draft-reading.service.ts';
import type { DraftsService } from './drafts.service.ts';
import type { DraftRow } from './drafts.store.ts';
import type { ProjectRow } from './projects.store.ts';
import type { FetchSheet } from './sheet-fetch.service.ts';

/** Services and settings that a save uses. */
export interface SaveServices {
  fetchSheet: FetchSheet;
  uploads: UploadsService;
  images: ImagesService;
  drafts: DraftsService;
  draftReading: DraftReadingService;
  runs: RunsService;
  limits: LimitsService;
  domains: DomainsService;
  plans: PlanLimitsService;
  outputQuota: OutputQuota;
}

export type SaveContext = Context & SaveServices;

/** The caller, or the product itself on behalf of a user. */
export type Saver = Pick<Caller, 'actor' | 'scope' | 'signal'> & Partial<Pick<Caller, 'role'>>;

/** Fields of the form; the type is that of the project or the draft, if there is one. */
export type ProjectFields = Omit<z.output<typeof projectFields>, 'type'> & { type: string };

export interface SaveInput {
  fields: ProjectFields;
  file?: UploadedFile | undefined;
  /** The whole field `script` of a multipart form, in which case `fields` has only its beginning. */
  pasted?: Uint8Array<ArrayBuffer> | undefined;
  /** The second list, instead of the draft’s. */
  combinedFile?: Pick<FetchedSheet, 'bytes' | 'name'> | undefined;
  /** Set by the update call; save-xml and save-test name the project among the fields. */
  projectId?: number | undefined;
}

/** A parsed request. */
export interface SaveRequest extends SaveInput {
  kind: 'save' | 'test';
  caller: Saver;
  /** True for the update call. */
  isEdit: boolean;
  /** True if saves of the caller are counted: those of superadmins and of the product itself aren't. */
  isRateLimited: boolean;
  /** Undefined for the product itself. */
  role: Role | undefined;
}

/** The rows that a request names, which its caller may change. */
export interface SaveTarget {
  /** Undefined for a new project. */
  project: ProjectRow | undefined;
  /** True if the request may have been sent before: its project exists, or is newer than the form knows. */
  mayBeRepeated: boolean;
  /** Draft that holds the files; undefined if the request brought all of them. */
  draft: DraftRow | undefined;
  /** Owner of the project and its files. */
  workspaceId: number;
  domainId: number | null;
}

/** A valid form with its files and the plan of its pages; nothing but files is stored yet. */
export interface PlannedSave extends SaveRequest, SaveTarget {
  key: string;
  /** As the project and its run store them. */
  options: BuildOptions;
  /** Undefined for a Geocoder, which has images. */
  seed: UploadRow | undefined;
  images: ImageRow[];
  sheet: Pick<FetchedSheet, 'bytes' | 'name'>;
  /** The second list, each row of which is combined with each row of the sheet. */
  combined: Pick<FetchedSheet, 'bytes' | 'name'> | undefined;
  isPasted: boolean;
  plan: RunFigures;
  /** True if the caller must first answer whether to split the output. */
  isAsked: boolean;
}

export const NO_DRAFT =
  'This draft is no longer on the server: it was saved, discarded or closed more than a day ago. Open the form again.';
