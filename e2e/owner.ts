/** The first account of the server that all journeys share. */
export const OWNER = { email: 'ada@example.com', password: 'weaving towns 42' } as const;
