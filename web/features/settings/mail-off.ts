/** Where a card would offer a link by email. */
export const MAIL_OFF = 'Email is not set up on this server, so it can’t send you a link.';
