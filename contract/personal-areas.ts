/**
 * Areas of an account that only its owner may change, as named on the screens; each endpoint names its own.
 */
export const PERSONAL_AREAS = {
  profile: 'personal info and picture',
  password: 'password',
  two_factor: 'two-factor sign-in',
  google_sign_in: 'Google sign-in',
  sessions: 'sessions',
  plan: 'plan and payment',
  connections: 'Google connections',
  membership: 'invitations and membership',
  export: 'data export',
  deletion: 'account deletion',
} as const;

export type PersonalArea = keyof typeof PERSONAL_AREAS;
