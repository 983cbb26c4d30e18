/** Replaces the offer of a link by email. */
export const MAIL_OFF = 'Email isn’t set up on this server, so it can’t send you a link.';
