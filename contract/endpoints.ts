/** The contract table, with one line per resource. */
import { accountContract } from './account.contract.ts';
import { agenciesContract } from './agencies.contract.ts';
import { auditLogContract } from './audit-log.contract.ts';
import { billingContract } from './billing.contract.ts';
import { dashboardContract } from './dashboard.contract.ts';
import { domainsContract } from './domains.contract.ts';
import { draftsContract } from './drafts.contract.ts';
import type { Endpoint } from './endpoint.ts';
import { estimatesContract } from './estimates.contract.ts';
import { filesContract } from './files.contract.ts';
import { findContract } from './find.contract.ts';
import { googleSignInContract } from './google-sign-in.contract.ts';
import { integrationsContract } from './integrations.contract.ts';
import { myAgencyContract } from './my-agency.contract.ts';
import { notificationsContract } from './notifications.contract.ts';
import { operationContract } from './operation.contract.ts';
import { pageDecisionsContract } from './page-decisions.contract.ts';
import { placesContract } from './places.contract.ts';
import { profileContract } from './profile.contract.ts';
import { projectsContract } from './projects.contract.ts';
import { qualityContract } from './quality.contract.ts';
import { reportingContract } from './reporting.contract.ts';
import { runsContract } from './runs.contract.ts';
import { scansContract } from './scans.contract.ts';
import { settingsContract } from './settings.contract.ts';
import { tutorialsContract } from './tutorials.contract.ts';
import { twoFactorContract } from './two-factor.contract.ts';
import { usersContract } from './users.contract.ts';

export const endpoints = {
  operation: operationContract,
  account: accountContract,
  profile: profileContract,
  twoFactor: twoFactorContract,
  googleSignIn: googleSignInContract,
  myAgency: myAgencyContract,
  agencies: agenciesContract,
  users: usersContract,
  auditLog: auditLogContract,
  settings: settingsContract,
  notifications: notificationsContract,
  files: filesContract,
  dashboard: dashboardContract,
  find: findContract,
  places: placesContract,
  domains: domainsContract,
  projects: projectsContract,
  drafts: draftsContract,
  estimates: estimatesContract,
  runs: runsContract,
  quality: qualityContract,
  tutorials: tutorialsContract,
  billing: billingContract,
  integrations: integrationsContract,
  reporting: reportingContract,
  pageDecisions: pageDecisionsContract,
  scans: scansContract,
} as const;

/** All endpoints in one list. */
export const allEndpoints: readonly Endpoint[] = Object.values(endpoints).flatMap((contract) =>
  Object.values(contract),
);
