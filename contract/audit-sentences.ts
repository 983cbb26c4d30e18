/**
 * Sentences of the audit log. Braces name the object, the actor, a value of the change, or the list of changed fields.
 * The browser fills them in; the server finds entries by the words around the braces.
 */
import type { AuditMark } from './audit-words.ts';

type Values = Readonly<Record<string, unknown>>;

/** Facts of an entry that choose its sentence. */
export interface AuditFacts {
  kind: string;
  verb: string;
  objectId: number;
  objectName: string | null;
  actorId: number | null;
  before: Values | null;
  after: Values | null;
}

interface Phrase {
  text: string;
  /** The first matching phrase is used; one without a condition always matches. */
  fits?: (facts: AuditFacts) => boolean;
}

const becomes = (field: string, value: unknown) => (facts: AuditFacts) => facts.after?.[field] === value;
const changes =
  (...fields: string[]) =>
  ({ after }: AuditFacts) =>
    Object.keys(after ?? {}).some((field) => fields.includes(field));
/** Only this field changed, and a reason may have been given. */
const changesOnly = (field: string) => (facts: AuditFacts) =>
  Object.keys(facts.after ?? {}).every((each) => each === field || each === 'reason') &&
  changes(field)(facts);
const isSame = ({ before, after }: AuditFacts) => Object.keys({ ...before, ...after }).length === 0;
const isOwn = ({ actorId, objectId }: AuditFacts) => actorId === objectId;
const isNameless = ({ objectName }: AuditFacts) => objectName === null;

/** @param noun with its article */
const describeSaved = (noun: string): Phrase[] => [
  { text: `Saved ${noun} {object} without changes`, fits: isSame },
  { text: `Changed the {fields} of ${noun} {object}` },
];

export const AUDIT_PHRASES: Readonly<Partial<Record<AuditMark, readonly Phrase[]>>> = {
  'agency.create': [{ text: 'Created the agency {object}' }],
  'agency.update': [
    {
      text: 'Changed the main admin of {object} from {before.main_admin_id} to {after.main_admin_id}',
      fits: changesOnly('main_admin_id'),
    },
    { text: 'Deleted the agency {object}', fits: becomes('status', 'deleted') },
    { text: 'Set the agency {object} to inactive', fits: becomes('status', 'not_active') },
    { text: 'Set the agency {object} to active', fits: becomes('status', 'active') },
    { text: 'Renamed the agency {before.name} to {after.name}', fits: changesOnly('name') },
    ...describeSaved('the agency'),
  ],
  'agency.restore': [{ text: 'Restored the agency {object}' }],
  'agency.delete': [{ text: 'Deleted the agency {object}' }],
  'agency.join': [
    { text: 'Joined {object} and moved their projects and domains there', fits: becomes('bring', true) },
    { text: 'Joined {object}' },
  ],
  'agency.leave': [
    { text: 'Left {object}', fits: ({ before, actorId }) => before?.['user_id'] === actorId },
    { text: 'Removed {before.user_id} from {object}' },
  ],
  'agency.export': [
    { text: 'Exported the redirects of {object}', fits: becomes('report', 'redirects') },
    { text: 'Exported a search report of {object}' },
  ],
  'domain.create': [{ text: 'Added the domain {object}' }],
  'domain.update': [
    { text: 'Disconnected Search Console from {object}', fits: becomes('search_property', null) },
    {
      text: 'Connected {object} to Search Console: {after.search_property}',
      fits: changes('search_property'),
    },
    {
      text: 'Set the domain {object} to inactive',
      fits: both(changesOnly('status'), becomes('status', '0')),
    },
    { text: 'Set the domain {object} to active', fits: both(changesOnly('status'), becomes('status', '1')) },
    ...describeSaved('the domain'),
  ],
  'domain.delete': [{ text: 'Deleted the domain {object}' }],
  'domain.export': [
    { text: 'Exported the redirects of {object}', fits: becomes('report', 'redirects') },
    { text: 'Exported a search report of {object}' },
  ],
  'integration.create': [
    { text: 'Connected Google', fits: isNameless },
    { text: 'Connected Google: {object}' },
  ],
  'integration.delete': [
    { text: 'Disconnected Google', fits: isNameless },
    { text: 'Disconnected Google: {object}' },
  ],
  'invitation.invite': [{ text: 'Invited {object} to {after.agency_id}' }],
  'invitation.resend': [{ text: 'Resent the invitation for {object} to {after.agency_id}' }],
  'invitation.delete': [{ text: 'Revoked the invitation for {object}' }],
  'product.update': [
    { text: 'Saved the product {object} without changes', fits: isSame },
    { text: 'Renamed the product {before.name} to {after.name}' },
  ],
  'project.create': [{ text: 'Created the project {object}' }],
  'project.update': [
    { text: 'Removed images from the project {object}', fits: becomes('images', 'removed') },
    { text: 'Reordered the images of the project {object}', fits: becomes('images', 'reordered') },
    {
      text: 'Removed the quality gate of the project {object}',
      fits: both(changesOnly('quality_gate'), becomes('quality_gate', '')),
    },
    {
      text: 'Set the quality gate of the project {object} to {after.quality_gate}',
      fits: changesOnly('quality_gate'),
    },
    {
      text: 'Merged {after.page} of the project {object} with {after.merged_with}',
      fits: changes('merged_with'),
    },
    { text: 'Dropped {after.page} of the project {object}', fits: becomes('decision', 'drop') },
    {
      text: 'Undid the decision on {after.page} of the project {object}',
      fits: becomes('decision', null),
    },
    { text: 'Renamed the project {before.title} to {after.title}', fits: changesOnly('title') },
    ...describeSaved('the project'),
  ],
  'project.delete': [{ text: 'Deleted the project {object}' }],
  'project.export': [
    { text: 'Exported the redirects of the project {object}', fits: becomes('report', 'redirects') },
    { text: 'Exported a search report of the project {object}' },
  ],
  'run.cancel': [{ text: 'Canceled run #{id} of {object}' }],
  'run.restore': [{ text: 'Restored run #{id} of {object}' }],
  'run.pin': [{ text: 'Pinned run #{id} of {object}' }],
  'run.unpin': [{ text: 'Unpinned run #{id} of {object}' }],
  'run.download': [{ text: 'Downloaded all files of run #{id} of {object}' }],
  'scan.create': [{ text: 'Started a scan of {object}' }],
  'scan.cancel': [{ text: 'Canceled the scan of {object}' }],
  'scan.export': [{ text: 'Exported the scan of {object}' }],
  'session.login_as': [{ text: 'Signed in as {actor}' }],
  'session.login_back': [{ text: 'Signed out of the account of {actor}' }],
  'session.call': [{ text: 'Made a change as {actor}' }],
  'settings.update': [
    { text: 'Maintenance turned on', fits: becomes('maintenance', true) },
    { text: 'Maintenance turned off', fits: becomes('maintenance', false) },
    { text: 'Saved the settings without changes' },
  ],
  'subscription.create': [{ text: 'Bought a plan: {object}' }],
  'subscription.cancel': [{ text: 'Canceled a plan: {object}' }],
  'subscription.resume': [{ text: 'Resumed a plan: {object}' }],
  'subscription.change_plan': [{ text: 'Changed the plan to {after.plan}' }],
  'subscription.move': [{ text: 'Moved a plan to {after.workspace_id}: {object}' }],
  'subscription.update': [
    { text: 'Plan ended: {object}', fits: becomes('status', 'canceled') },
    { text: 'Payment failed: {object}', fits: becomes('status', 'past_due') },
    { text: 'Plan changed from {before.plan} to {after.plan}', fits: changes('plan') },
    { text: 'Plan ends after the current period: {object}', fits: becomes('is_ending', true) },
    { text: 'Plan renews again: {object}', fits: becomes('is_ending', false) },
    { text: 'Plan active: {object}', fits: becomes('status', 'active') },
    { text: 'Changed the {fields} of a plan: {object}' },
  ],
  'tutorial.create': [{ text: 'Created the tutorial {object}' }],
  'tutorial.update': describeSaved('the tutorial'),
  'tutorial.delete': [{ text: 'Deleted the tutorial {object}' }],
  'user.create': [
    { text: 'Created their account', fits: isOwn },
    { text: 'Created the account of {object}' },
  ],
  'user.update': [
    { text: 'Changed the role of {object} from {before.role} to {after.role}', fits: changesOnly('role') },
    { text: 'Disabled the account of {object}', fits: becomes('is_disabled', true) },
    { text: 'Enabled the account of {object}', fits: becomes('is_disabled', false) },
    { text: 'Changed their password', fits: becomes('password', 'changed') },
    { text: 'Reset their password by email', fits: becomes('password', 'reset') },
    { text: 'Created a password reset link for {object}', fits: becomes('password', 'link') },
    { text: 'Changed their picture', fits: both(changesOnly('picture'), becomes('picture', 'changed')) },
    { text: 'Deleted their picture', fits: becomes('picture', 'deleted') },
    { text: 'Turned on two-factor sign-in', fits: becomes('two_factor', 'on') },
    { text: 'Moved two-factor sign-in to another app', fits: becomes('two_factor', 'moved') },
    { text: 'Turned off two-factor sign-in', fits: both(becomes('two_factor', 'off'), isOwn) },
    { text: 'Turned off two-factor sign-in for {object}', fits: becomes('two_factor', 'off') },
    { text: 'Created new recovery codes', fits: becomes('recovery_codes', 'new') },
    { text: 'Signed in with a recovery code', fits: becomes('recovery_codes', 'used') },
    { text: 'Connected Google sign-in', fits: becomes('google_sign_in', 'connected') },
    { text: 'Disconnected Google sign-in', fits: becomes('google_sign_in', 'disconnected') },
    { text: 'Confirmed their email address', fits: becomes('is_email_verified', true) },
    { text: 'Canceled the change of their email address', fits: becomes('pending_email', null) },
    {
      text: 'Asked to change their email address to {after.pending_email}',
      fits: changesOnly('pending_email'),
    },
    { text: 'Changed their email address from {before.email} to {after.email}', fits: changesOnly('email') },
    { text: 'Exempted {object} from payment', fits: becomes('is_exempt', true) },
    { text: 'Ended the exemption of {object} from payment', fits: becomes('is_exempt', false) },
    { text: 'Gave {object} an individual offer', fits: becomes('has_offer', true) },
    { text: 'Ended the individual offer of {object}', fits: becomes('has_offer', false) },
    { text: 'Saved their personal info without changes', fits: both(isSame, isOwn) },
    { text: 'Saved the account of {object} without changes', fits: isSame },
    { text: 'Changed their {fields}', fits: isOwn },
    { text: 'Changed the {fields} of {object}' },
  ],
  'user.delete': [
    { text: 'Deleted their account', fits: isOwn },
    { text: 'Deleted the account of {object}' },
  ],
  'user.move': [
    { text: 'Removed {object} from {before.agency_id}', fits: becomes('agency_id', null) },
    { text: 'Moved {object} to {after.agency_id}' },
  ],
  'user.export': [{ text: 'Downloaded their data' }],
  'user.end_sessions': [
    { text: 'Ended {after.sessions} of their sessions', fits: isOwn },
    { text: 'Ended all sessions of {object}' },
  ],
};

function both(...tests: ((facts: AuditFacts) => boolean)[]) {
  return (facts: AuditFacts) => tests.every((test) => test(facts));
}

/** Finds the sentence of an entry, with its braces; undefined for an entry of an older version. */
export function findAuditPhrase(facts: AuditFacts): string | undefined {
  const phrases: readonly Phrase[] | undefined = AUDIT_PHRASES[`${facts.kind}.${facts.verb}` as AuditMark];
  return phrases?.find(({ fits }) => fits?.(facts) ?? true)?.text;
}

/** Finds the marks of sentences in which a word outside of braces begins with this text. */
export function findMarks(text: string): string[] {
  const wanted = text.toLowerCase();
  return Object.entries(AUDIT_PHRASES).flatMap(([mark, phrases]) => {
    const words = phrases.flatMap((phrase) =>
      phrase.text
        .toLowerCase()
        .replaceAll(/\{[^}]*\}/g, ' ')
        .split(/[^a-z]+/),
    );
    return words.some((word) => word.startsWith(wanted)) ? [mark] : [];
  });
}
