/** The accounts of each journeys' server. */

/** The first one. Its session is begun once: nobody may sign in as often as journeys are walked. */
export const OWNER = { email: 'ada@example.com', password: 'weaving towns 42' } as const;

/** For journeys that sign in and out by themselves. */
export const VISITOR = { email: 'grace@example.com', password: 'counting miles 42' } as const;
