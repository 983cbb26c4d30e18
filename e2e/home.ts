/** The server of the journeys in this file (own-server.ts starts it), and its owner's session. */

/** As the browser stores it. */
export interface StoredSession {
  access_token: string;
  role: string;
  name: string;
  avatar: string;
}

export const home: {
  /** Address without a slash at its end. */
  baseUrl: string;
  dataFolder: string;
  /** Lines of the server's log so far. */
  log: readonly string[];
  session: StoredSession;
} = { baseUrl: '', dataFolder: '', log: [], session: { access_token: '', role: '', name: '', avatar: '' } };
