/** Tables of sign-in with Google. */

interface GoogleIdentitiesTable {
  user_id: number;
  subject: string;
  email: string;
  connected_at: Date;
}

interface GoogleSignInsTable {
  token_hash: string;
  user_id: number | null;
  subject: string | null;
  email: string | null;
  expires_at: Date;
}

export interface GoogleSchema {
  google_identities: GoogleIdentitiesTable;
  google_sign_ins: GoogleSignInsTable;
}
