/** Replaces the offer of an emailed link. */
export const MAIL_OFF = 'Email isn’t set up on this server, so it can’t send you a link.';
