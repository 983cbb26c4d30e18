/** What people change of their own account once they are signed in, and the sessions that they have. */
import { z } from 'zod';
import { passwordChange, pendingEmail, personalInfo, session } from './account.contract.ts';
import { defineContract } from './endpoint.ts';
import { idParams, imageUpload, moment } from './fields.ts';

const self = { access: 'user', rows: 'self' } as const;
const path = '/api/v1/account';
const avatar = z.object({ avatar: z.string().describe('URL of the picture') });
const picture = imageUpload('avatar');

export const profileContract = defineContract({
  setPersonalInfo: {
    ...self,
    ...picture,
    id: 'profile.setPersonalInfo',
    method: 'POST',
    path: `${path}/set-personal-info`,
    summary:
      'Changes names, and requests a new email address, which needs the password and counts once confirmed. May bring a picture.',
    body: personalInfo,
    reply: z.object({
      first_name: z.string(),
      last_name: z.string(),
      name: z.string(),
      email: z.string().describe('The one in force'),
      pending_email: pendingEmail,
      avatar: z.string(),
      is_email_verified: z.boolean(),
    }),
    answers: 'message',
  },
  setPassword: {
    ...self,
    id: 'profile.setPassword',
    method: 'PUT',
    path: `${path}/set-password`,
    summary: 'Changes the password and ends all sessions; the answer is a new one.',
    body: passwordChange,
    isPersonal: true,
    reply: session,
    answers: 'message',
  },
  changeAvatar: {
    ...self,
    ...picture,
    id: 'profile.changeAvatar',
    method: 'POST',
    path: `${path}/change-avatar`,
    summary: 'Changes the picture (JPEG, PNG or WebP).',
    body: z.object({}),
    reply: avatar,
    answers: 'message',
  },
  deleteAvatar: {
    ...self,
    id: 'profile.deleteAvatar',
    method: 'DELETE',
    path: `${path}/delete-avatar`,
    summary: 'Deletes the picture.',
    reply: avatar,
    answers: 'message',
  },
  resendVerification: {
    ...self,
    id: 'profile.resendVerification',
    method: 'POST',
    path: `${path}/verify-email/resend`,
    summary: 'Sends the link that confirms the email address once more.',
    reply: z.object({}),
    answers: 'message',
  },
  resendEmailChange: {
    ...self,
    id: 'profile.resendEmailChange',
    method: 'POST',
    path: `${path}/email-change/resend`,
    summary: 'Sends the link that confirms a new email address once more; the earlier one stops working.',
    isPersonal: true,
    reply: z.object({}),
    answers: 'message',
  },
  cancelEmailChange: {
    ...self,
    id: 'profile.cancelEmailChange',
    method: 'DELETE',
    path: `${path}/email-change`,
    summary: 'Cancels a change of the email address that waits for confirmation.',
    isPersonal: true,
    reply: z.object({}),
    answers: 'message',
  },
  export: {
    ...self,
    id: 'profile.export',
    method: 'GET',
    path: `${path}/export`,
    summary: 'Sends a zip of what is stored about the person.',
    callsPerMinute: 6,
    isPersonal: true,
    reply: z.string(),
    answers: 'file',
  },
  remove: {
    ...self,
    id: 'profile.remove',
    method: 'DELETE',
    path,
    summary: 'Deletes the account with all that is personal; what belongs to an agency stays.',
    body: z.object({
      password: z.string('Password is required').min(1, 'Password is required').max(1024),
    }),
    isPersonal: true,
    reply: z.object({}),
    answers: 'message',
  },
  listSessions: {
    ...self,
    id: 'profile.listSessions',
    method: 'GET',
    path: '/api/v1/auth/sessions',
    summary: 'Lists the own sessions, the last used first.',
    isPersonal: true,
    reply: z.array(
      z
        .object({
          id: z.int(),
          ip: z.string(),
          agent: z.string().describe('As the browser calls itself'),
          is_current: z.boolean(),
          created_at: moment,
          last_seen_at: moment,
          expires_at: moment,
        })
        .meta({ id: 'SessionInList' }),
    ),
  },
  endSession: {
    ...self,
    id: 'profile.endSession',
    method: 'DELETE',
    path: '/api/v1/auth/sessions/{id}',
    summary: 'Ends one of the own sessions.',
    params: idParams,
    isPersonal: true,
    reply: z.object({}),
  },
  endOtherSessions: {
    ...self,
    id: 'profile.endOtherSessions',
    method: 'DELETE',
    path: '/api/v1/auth/sessions',
    summary: 'Ends all own sessions but the one that calls.',
    isPersonal: true,
    reply: z.object({ ended: z.int() }),
  },
  loginBack: {
    ...self,
    id: 'profile.loginBack',
    method: 'POST',
    path: '/api/v1/auth/login-back',
    summary: 'Ends the session of a superadmin who is signed in as another user.',
    isAlwaysOpen: true,
    reply: z.object({}),
  },
});
