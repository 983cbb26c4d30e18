/** Words of the audit log: kinds of objects, and verbs. */
export const AUDIT_VERBS = [
  'create',
  'update',
  'delete',
  'restore',
  'cancel',
  'resume',
  'change_plan',
  'pin',
  'unpin',
  'invite',
  'resend',
  'join',
  'leave',
  'move',
  'download',
  'export',
  'end_sessions',
  'login_as',
  'login_back',
  'call',
] as const;

export const AUDIT_KINDS = [
  'product',
  'agency',
  'domain',
  'integration',
  'invitation',
  'project',
  'run',
  'scan',
  'session',
  'settings',
  'subscription',
  'tutorial',
  'user',
] as const;

export type AuditVerb = (typeof AUDIT_VERBS)[number];
export type AuditKind = (typeof AUDIT_KINDS)[number];

/** An entry as an endpoint declares it. */
export type AuditMark = `${AuditKind}.${AuditVerb}`;

/** Fields of a change that hold the id of a row, and its kind. */
export const AUDIT_REFERENCES: Readonly<Record<string, AuditKind | 'upload'>> = {
  agency_id: 'agency',
  combined_id: 'upload',
  domain_id: 'domain',
  main_admin_id: 'user',
  project_id: 'project',
  run_id: 'run',
  seed_id: 'upload',
  sheet_id: 'upload',
  updated_by: 'user',
  created_by: 'user',
  user_id: 'user',
  workspace_id: 'agency',
};

/** Replaces the email addresses and names of a deleted user in the audit log, as the database requires. */
export const nameDeletedUser = (id: number): string => `Deleted user #${id}`;
