/** Examples of the calls about accounts, agencies and administration. */
import type { Example } from './example.ts';

const AT = '2026-03-02T09:14:05.120Z';
const LATER = '2026-03-09T09:14:05.120Z';
const AVATAR = '/avatar.svg';
const ADA = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com' };
const NAME = 'Ada Lovelace';
/** Placeholder for a value of the user’s own. */
const PASSWORD = 'a password of your own';
const OTHER_PASSWORD = 'another password of your own';
const MAILED = 'from the link of the mail';
const SESSION = { id: 3, access_token: 'geoloom_EXAMPLE', role: 'user', name: NAME, ...ADA, avatar: AVATAR };
const GOOGLE_BEGUN = {
  url: 'https://accounts.google.com/o/oauth2/v2/auth?client_id=…&state=x0G…',
  verifier: 'b7nPb…',
};
const OWN_AGENCY = { id: 5, name: 'Bright Pages', status: 'active', is_main_admin: true };
const INVITATION = {
  type: 'invitation',
  id: 8,
  email: 'ben@example.com',
  state: 'pending',
  invited_by: NAME,
  created_at: AT,
  expires_at: LATER,
};
const BRANDING = { name: 'Bright Pages', website: 'https://example.com', brand_color: '#FE6432' };
const AGENCY = {
  id: 5,
  name: 'Bright Pages',
  status: 'active',
  main_admin: { id: 3, user: NAME },
  member_count: 4,
  revision: 1,
  created_at: AT,
  updated_at: AT,
  deleted_at: null,
  restorable_until: null,
  restore_problem: null,
};
const AGENCY_FORM = { name: 'Bright Pages', main_admin_id: 3, status: 'active' };
const USER = {
  id: 3,
  ...ADA,
  name: NAME,
  avatar: AVATAR,
  role: 'user',
  is_disabled: false,
  is_email_verified: true,
  has_two_factor: true,
  agency: OWN_AGENCY,
  payment: {
    plan: 'Pro',
    status: 'active',
    cancel_at_period_end: false,
    is_exempt: false,
    has_offer: false,
    offer: null,
    plan_limits: {
      max_domains: 25,
      max_projects: 100,
      max_pages_month: 10_000,
      max_members: 10,
      keep_runs: 10,
    },
  },
  session_count: 1,
  last_seen_at: AT,
  created_at: AT,
};
const RECOVERY_CODES = { recovery_codes: ['q4vz-8n2k-m0xd-7rtj', '3hpw-y6bc-s91f-g5ea'] };
const ENTRY = {
  id: 90,
  at: AT,
  actor: { id: 3, name: NAME },
  impersonator: null,
  verb: 'update',
  object: { kind: 'domain', id: 4, name: 'acme.com' },
  before: { status: '1' },
  after: { status: '0' },
  names: { 'domain:4': 'acme.com', 'user:3': NAME },
  links: { 'user:3': '/stripe/all-users?search=ada%40example.com' },
};

export const PEOPLE_EXAMPLES: Readonly<Record<string, Example>> = {
  'account.requestReset': {
    body: { email: ADA.email },
    message: 'If there is an account with this address, an email with a link is on its way.',
  },
  'account.resetPassword': {
    body: { password: PASSWORD, password_confirmation: PASSWORD, email: ADA.email, token: MAILED },
    message: 'Password reset successfully!',
  },
  'account.verifyEmail': { body: { token: MAILED }, message: 'Your email address is confirmed.' },
  'account.restoreEmail': {
    body: { token: MAILED },
    data: { email: ADA.email, token: MAILED },
    message: 'Your email address was restored.',
  },
  'googleSignIn.begin': { data: GOOGLE_BEGUN },
  'googleSignIn.finish': {
    body: { code: '4/0AX…', state: 'x0G…', verifier: GOOGLE_BEGUN.verifier },
    data: SESSION,
  },
  'googleSignIn.enterPassword': { body: { challenge: 'geoloom_…', password: PASSWORD }, data: SESSION },
  'googleSignIn.beginConnection': { body: { password: PASSWORD }, data: GOOGLE_BEGUN },
  'googleSignIn.connect': {
    body: { code: '4/0AX…', state: 'x0G…', verifier: GOOGLE_BEGUN.verifier },
    data: { email: ADA.email },
    message: 'Google sign-in was connected: ada@example.com.',
  },
  'googleSignIn.disconnect': { message: 'Google sign-in was disconnected.' },
  'profile.setPersonalInfo': {
    body: { ...ADA, email: 'ada.king@example.com', current_password: PASSWORD },
    data: {
      ...ADA,
      name: NAME,
      pending_email: { email: 'ada.king@example.com', expires_at: LATER },
      avatar: AVATAR,
      is_email_verified: true,
    },
    message:
      'Your personal info was saved. Open the link that we sent to ada.king@example.com to confirm it.',
  },
  'profile.resendEmailChange': { message: 'An email with a link is on its way to ada.king@example.com.' },
  'profile.cancelEmailChange': { message: 'Your email address change was canceled.' },
  'profile.setPassword': {
    body: { current_password: PASSWORD, password: OTHER_PASSWORD, password_confirmation: OTHER_PASSWORD },
    data: SESSION,
    message: 'Your password was changed. You’ve been signed out everywhere else.',
  },
  'profile.changeAvatar': { body: {}, data: { avatar: AVATAR }, message: 'Your picture was changed.' },
  'profile.deleteAvatar': { data: { avatar: AVATAR }, message: 'Your picture was deleted.' },
  'profile.resendVerification': { message: 'An email with a link is on its way to ada@example.com.' },
  'profile.remove': { body: { password: PASSWORD }, message: 'Your account was deleted.' },
  'profile.listSessions': {
    data: [
      {
        id: 12,
        ip: '192.0.2.7',
        agent: 'Mozilla/5.0',
        is_current: true,
        created_at: AT,
        last_seen_at: AT,
        expires_at: LATER,
      },
    ],
  },
  'profile.endOtherSessions': { data: { ended: 2 } },
  'twoFactor.show': { data: { on_since: AT, is_required: false, recovery_codes_left: 9 } },
  'twoFactor.start': {
    body: { password: PASSWORD },
    data: {
      secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
      uri: 'otpauth://totp/Geoloom:ada%40example.com?issuer=Geoloom&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30',
      expires_at: LATER,
    },
  },
  'twoFactor.confirm': {
    body: { code: '492039' },
    data: RECOVERY_CODES,
    message: 'Two-factor sign-in is on.',
  },
  'twoFactor.renewCodes': {
    body: { password: PASSWORD, code: '492039' },
    data: RECOVERY_CODES,
    message: 'Your earlier recovery codes no longer work.',
  },
  'twoFactor.turnOff': {
    body: { password: PASSWORD, code: '492039' },
    message: 'Two-factor sign-in is off.',
  },
  'myAgency.list': {
    data: [
      {
        type: 'member',
        id: 3,
        name: NAME,
        email: ADA.email,
        avatar: AVATAR,
        is_main_admin: true,
        joined_at: AT,
      },
    ],
    user: { id: 3, name: NAME, agency: OWN_AGENCY },
  },
  'myAgency.update': {
    body: BRANDING,
    data: { type: 'branding', id: OWN_AGENCY.id, ...BRANDING },
    message: 'Agency was successfully updated!',
  },
  'myAgency.invite': {
    body: { emails: [INVITATION.email] },
    data: [INVITATION],
    message: 'Sent 1 invitation.',
  },
  'myAgency.resend': {
    data: INVITATION,
    message: 'The invitation was sent to ben@example.com again.',
  },
  'myAgency.revoke': { message: 'The invitation was revoked.' },
  'myAgency.removeMember': { message: 'The member is no longer in Bright Pages.' },
  'myAgency.leave': { message: 'You have left Bright Pages.' },
  'myAgency.checkHasAgency': {
    data: {
      has_agency: false,
      agency: null,
      invitations: [{ agency_id: 5, agency: 'Bright Pages', invited_by: NAME, expires_at: LATER }],
    },
  },
  'myAgency.acceptInvite': {
    body: { agency_id: 5, bring: true },
    data: { ...OWN_AGENCY, is_main_admin: false },
    message: 'Welcome to Bright Pages.',
  },
  'myAgency.showInvitation': {
    data: {
      agency_id: 5,
      agency: 'Bright Pages',
      invited_by: NAME,
      email: INVITATION.email,
      has_account: false,
      member_count: 4,
      expires_at: LATER,
    },
  },
  'agencies.list': { data: [AGENCY] },
  'agencies.search': {
    query: { q: 'ada' },
    data: [{ id: 3, name: 'Ada Lovelace (ada@example.com)', refusal: null }],
  },
  'agencies.choices': { data: [{ id: 5, name: 'Bright Pages' }] },
  'agencies.create': { body: AGENCY_FORM, data: AGENCY, message: 'Agency was successfully created' },
  'agencies.edit': { data: [AGENCY] },
  'agencies.update': {
    body: { ...AGENCY_FORM, reason: 'The agency has a new owner', revision: 1 },
    data: { ...AGENCY, revision: 2 },
    message: 'Agency was successfully updated!',
  },
  'agencies.remove': { message: 'Agency was successfully deleted!' },
  'users.list': { data: [USER], user: { id: 1, name: 'Grace Hopper', role: 'admin' } },
  'users.update': {
    body: { role: 'admin', is_disabled: false },
    data: { ...USER, role: 'admin' },
    message: 'User was successfully updated!',
  },
  'users.endSessions': { data: { ended: 2 }, message: 'All sessions of this user have ended.' },
  'users.turnOffTwoFactor': {
    data: { ...USER, has_two_factor: false },
    message: 'Two-factor sign-in is off for this user.',
  },
  'users.changeAgency': {
    body: { user_id: 3, agency_id: 5, reason: 'Asked on the phone' },
    data: USER,
    message: 'The user’s agency was successfully changed!',
  },
  'users.loginAs': {
    body: { user_id: 3, reason: 'Asked for help with a sheet' },
    data: { ...SESSION, impersonator: 'Grace Hopper' },
  },
  'auditLog.list': { query: { verb: 'create,update', from: '2026-03-01' }, data: [ENTRY] },
  'settings.show': { data: { maintenance: false, is_fixed: false } },
  'settings.update': { body: { maintenance: true }, data: { maintenance: true, is_fixed: false } },
};
