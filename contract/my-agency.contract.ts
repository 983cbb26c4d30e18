/** The caller's agency: members, invitations, name, joining and leaving. */
import { z } from 'zod';
import { ownAgency } from './account.contract.ts';
import { defineContract } from './endpoint.ts';
import { email, idParams, listQuery, timestamp, requiredText, rowId, webLink } from './fields.ts';

const AGENCY_TABS = ['members', 'invitations', 'branding'] as const;
const INVITED_AT_ONCE = 20;
const NAME_CHARACTERS = 200;

/** Name of an agency; the specification's message has the exclamation mark. */
export const agencyName = requiredText('Name', NAME_CHARACTERS, 'Name is required!').refine(
  (text) => !/\p{Cc}/u.test(text),
  'Name must not contain control characters',
);

const brandColor = z.string().regex(/^(#[\da-f]{6})?$/i, 'Enter a color such as #FE6432');

const branding = z.object({
  name: agencyName,
  website: webLink().default(''),
  brand_color: brandColor.default(''),
});

const member = z
  .object({
    type: z.literal('member'),
    id: z.int(),
    name: z.string(),
    email: z.string(),
    avatar: z.string(),
    is_main_admin: z.boolean(),
    joined_at: timestamp,
  })
  .meta({ id: 'Member' });

const invitation = z
  .object({
    type: z.literal('invitation'),
    id: z.int(),
    email: z.string(),
    state: z.enum(['pending', 'accepted', 'revoked', 'expired']),
    invited_by: z.string().nullable(),
    created_at: timestamp,
    expires_at: timestamp,
  })
  .meta({ id: 'Invitation' });

const brandingItem = z
  .object({
    type: z.literal('branding'),
    id: z.int(),
    name: z.string(),
    website: z.string(),
    brand_color: z.string(),
  })
  .meta({ id: 'Branding' });

/** Invites one address or many, never both. */
const invitationForm = z
  .object({
    email: email.optional(),
    emails: z
      .array(email)
      .min(1, 'Email is required')
      .max(INVITED_AT_ONCE, `Invite at most ${INVITED_AT_ONCE} people at once`)
      .optional(),
  })
  .refine((form) => (form.email === undefined) !== (form.emails === undefined), {
    path: ['email'],
    message: 'Email is required',
  });

const own = { access: 'user', rows: 'own' } as const;
const path = '/api/v1/my-agency';

export const myAgencyContract = defineContract({
  list: {
    ...own,
    id: 'myAgency.list',
    method: 'GET',
    path,
    summary: 'Lists members, invitations or branding of the caller’s agency; empty without one.',
    query: z.object({
      ...listQuery(['name', 'created_at'], 'name'),
      tab: z.enum(AGENCY_TABS).default('members'),
    }),
    reply: z.array(z.discriminatedUnion('type', [member, invitation, brandingItem])),
    user: z
      .object({ id: z.int(), name: z.string(), agency: ownAgency.nullable() })
      .meta({ id: 'AgencyAsker' }),
    replyType: 'list',
  },
  update: {
    ...own,
    id: 'myAgency.update',
    isForMainAdmin: true,
    method: 'PUT',
    audit: ['agency.update'],
    path,
    summary: 'Changes name and branding of the caller’s agency. For its main admin.',
    body: branding,
    reply: brandingItem,
    replyType: 'message',
  },
  invite: {
    ...own,
    id: 'myAgency.invite',
    isForMainAdmin: true,
    method: 'POST',
    audit: ['invitation.invite'],
    path: `${path}/invite`,
    summary: 'Invites people by email; a repeated invitation sends a new link. For the main admin.',
    body: invitationForm,
    personal: 'membership',
    reply: z.array(invitation),
    replyType: 'message',
  },
  resend: {
    ...own,
    id: 'myAgency.resend',
    isForMainAdmin: true,
    method: 'POST',
    audit: ['invitation.resend'],
    path: `${path}/invitations/{id}/resend`,
    summary: 'Resends an invitation with a new link.',
    params: idParams,
    personal: 'membership',
    reply: invitation,
    replyType: 'message',
  },
  revoke: {
    ...own,
    id: 'myAgency.revoke',
    isForMainAdmin: true,
    method: 'DELETE',
    audit: ['invitation.delete'],
    path: `${path}/invitations/{id}`,
    summary: 'Revokes an invitation.',
    params: idParams,
    personal: 'membership',
    reply: z.object({}),
    replyType: 'message',
  },
  removeMember: {
    ...own,
    id: 'myAgency.removeMember',
    isForMainAdmin: true,
    method: 'DELETE',
    audit: ['agency.leave'],
    path: `${path}/members/{user_id}`,
    summary: 'Removes a member; their objects stay with the agency. For the main admin.',
    params: z.object({ user_id: rowId }),
    personal: 'membership',
    reply: z.object({}),
    replyType: 'message',
  },
  leave: {
    ...own,
    id: 'myAgency.leave',
    method: 'POST',
    audit: ['agency.leave'],
    path: `${path}/leave`,
    summary: 'Leaves the agency; its objects stay with it.',
    personal: 'membership',
    reply: z.object({}),
    replyType: 'message',
  },
  checkHasAgency: {
    ...own,
    id: 'myAgency.checkHasAgency',
    method: 'GET',
    path: `${path}/check-has-agency`,
    summary: 'Returns the caller’s agency, and the invitations to their confirmed address.',
    reply: z.object({
      has_agency: z.boolean(),
      agency: ownAgency.nullable(),
      invitations: z.array(
        z.object({
          agency_id: z.int(),
          agency: z.string(),
          invited_by: z.string().nullable(),
          expires_at: timestamp,
        }),
      ),
    }),
  },
  acceptInvite: {
    ...own,
    id: 'myAgency.acceptInvite',
    method: 'POST',
    audit: ['agency.join'],
    path: `${path}/accept-invite`,
    summary: 'Joins an agency that has invited the confirmed address of the caller.',
    body: z.object({
      agency_id: rowId,
      bring: z.boolean().default(false).describe('All personal objects move to the agency'),
    }),
    personal: 'membership',
    reply: ownAgency,
    replyType: 'message',
  },
  showInvitation: {
    id: 'myAgency.showInvitation',
    method: 'GET',
    path: '/api/v1/invitations/{token}',
    access: 'public',
    summary: 'Shows an invitation: the agency and who sent it, by the link from the email.',
    params: z.object({ token: z.string().regex(/^[\w-]{43}$/, 'must be a token') }),
    reply: z
      .object({
        agency_id: z.int(),
        agency: z.string(),
        invited_by: z.string().nullable(),
        email: z.string(),
        has_account: z.boolean().describe('Whether the address has an account to sign in with'),
        member_count: z.int(),
        expires_at: timestamp,
      })
      .meta({ id: 'ShownInvitation' }),
  },
});
