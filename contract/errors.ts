/**
 * Error codes with their status and default text. Callers compare codes, never texts.
 */
import { STORAGE } from './limits.ts';

interface ErrorEntry {
  readonly status: number;
  /** Default text for users. */
  readonly text: string;
}

export const ERRORS = {
  malformed: { status: 400, text: 'The request is malformed.' },
  unauthenticated: { status: 401, text: 'Please sign in first.' },
  two_factor_required: { status: 422, text: 'Enter the code from your authenticator app.' },
  two_factor_missing: { status: 403, text: 'Set up two-factor sign-in first.' },
  challenge_over: { status: 409, text: 'This sign-in has expired. Sign in again.' },
  forbidden: { status: 403, text: 'Your role doesn’t allow this.' },
  impersonating: {
    status: 403,
    text: 'Only the owner of this account can do that. Return to your own account first.',
  },
  not_found: { status: 404, text: 'We couldn’t find that.' },
  method_not_allowed: { status: 405, text: 'This URL doesn’t support that method.' },
  conflict: { status: 409, text: 'Someone else changed this in the meantime. Reload it and try again.' },
  read_only: { status: 409, text: 'The agency is inactive, so its projects and domains are read-only.' },
  run_in_progress: { status: 409, text: 'A run of this project is in progress. Wait for it, or cancel it.' },
  last_superadmin: {
    status: 409,
    text: 'This is the last superadmin. Make someone else a superadmin first.',
  },
  main_admin: {
    status: 409,
    text: 'This user is the main admin of an agency. Make someone else the main admin first.',
  },
  has_agency: { status: 409, text: 'This user is already a member of an agency.' },
  no_agency: { status: 409, text: 'You’re not a member of an agency.' },
  agency_not_active: { status: 409, text: 'This agency isn’t active.' },
  email_unverified: { status: 403, text: 'Please confirm your email address first.' },
  set_up_already: { status: 409, text: 'Geoloom is already set up. Please sign in.' },
  files_removed: { status: 410, text: 'The files of this run were removed.' },
  request_timeout: { status: 408, text: 'The request took too long to arrive.' },
  too_large: { status: 413, text: 'The request is too large.' },
  address_too_long: { status: 414, text: 'The URL is too long.' },
  unsupported_type: { status: 415, text: 'The server doesn’t accept this content type.' },
  invalid: { status: 422, text: 'Some fields aren’t valid.' },
  quota_reached: {
    status: 422,
    text: `Your storage is full: ${STORAGE.bytes / 1e9} GB or ${STORAGE.files.toLocaleString('en-US')} files. Delete projects that you no longer need, then try again.`,
  },
  account_disabled: {
    status: 403,
    text: 'This account is disabled. Ask your Geoloom administrator to enable it again.',
  },
  wrong_credentials: { status: 422, text: 'The email address or password is wrong.' },
  too_many: { status: 429, text: 'Too many requests. Please wait a moment and try again.' },
  mail_off: {
    status: 503,
    text: 'Email isn’t set up on this server, so nothing was sent. Ask your administrator.',
  },
  payments_off: { status: 503, text: 'Payments aren’t set up on this server.' },
  not_payer: { status: 409, text: 'The main admin of your agency pays for its plan.' },
  plan_gone: { status: 409, text: 'This plan is no longer offered. Choose another one.' },
  no_subscription: { status: 409, text: 'There is no subscription. Choose a plan first.' },
  second_plan: {
    status: 409,
    text: 'You already pay for another plan. Confirm that you want to pay for both.',
  },
  payment_pending: { status: 409, text: 'The payment isn’t complete yet.' },
  payment_failed: {
    status: 402,
    text: 'The payment didn’t go through. Try another card.',
  },
  password_required: { status: 422, text: 'Enter your Geoloom password once to connect Google.' },
  no_password: {
    status: 409,
    text: 'Your account has no password. Request a link to set one in Account Settings, or with “Forgot password?” on the sign-in page.',
  },
  google_unverified: {
    status: 422,
    text: 'Google hasn’t confirmed the email address of this Google account. Confirm it there first, or sign in with your password.',
  },
  google_other_address: {
    status: 422,
    text: 'This Google account’s email address doesn’t match your Geoloom account.',
  },
  google_connected: {
    status: 409,
    text: 'Another Google account is already connected. Sign in with that account or with your password.',
  },
  google_in_settings: {
    status: 409,
    text: 'Sign in with your password and code, then connect Google in Account Settings.',
  },
  sign_in_over: { status: 409, text: 'This Google sign-in was already used or has expired. Start again.' },
  google_off: { status: 503, text: 'Google isn’t set up on this server.' },
  consent_over: {
    status: 409,
    text: 'This Google sign-in was already used or has expired. Connect Google again.',
  },
  scope_missing: {
    status: 422,
    text: 'Geoloom didn’t get the access it asked for. Connect Google again and leave the box checked.',
  },
  google_revoked: {
    status: 409,
    text: 'Google no longer accepts this connection. Connect Google again.',
  },
  no_pages: { status: 409, text: 'This project has no pages yet. Run it first.' },
  scan_in_progress: {
    status: 409,
    text: 'A scan of this project is in progress. Wait for it, or cancel it.',
  },
  plan_limit: { status: 402, text: 'You’ve reached a limit of your plan.' },
  outside_service: { status: 502, text: 'An external service didn’t respond as expected.' },
  no_space: { status: 507, text: 'The server is out of disk space. Nothing was saved.' },
  headers_too_large: { status: 431, text: 'The request headers are too large.' },
  internal: {
    status: 500,
    text: 'Something went wrong on our side. Your administrator can look it up in the log by the request ID.',
  },
  not_ready: { status: 503, text: 'The server isn’t ready. Please try again in a moment.' },
  maintenance: {
    status: 503,
    text: 'Geoloom is under maintenance. Please try again after 10:00 AM EST. Thank you for your patience.',
  },
  /** Rejected before the call is handled, so retrying is safe; `overloaded` may have handled a part. */
  busy: { status: 503, text: 'The server is busy. Please try again in a moment.' },
  overloaded: { status: 503, text: 'The server is busy. Please try again in a moment.' },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof ERRORS;
