/** Limits by which pages of a run are judged on screens and in lists. */

/** Scores below it are weak: where a project has no quality gate. */
export const WEAK_SCORE = 60;
/** Scores below it need work first. */
export const POOR_SCORE = 20;
/** Pages that share at least this much of their text read alike. */
export const ALIKE = 0.8;
/** Pages with fewer words are thin: half of what gets all points. */
export const THIN = { words: 250, localWords: 40 } as const;
/** Pages at most this far from a city are in its area. */
export const AREA_MILES = 40;
/** Groups with details; more are only counted. */
export const MAX_GROUPS = 50;
/** Problem codes of a page by what to fix; similarity and words are compared with limits. */
export const FIX_CODES = {
  thin: ['value-missing'],
  head: [
    'title-missing',
    'title-duplicate',
    'title-long',
    'description-missing',
    'description-duplicate',
    'description-long',
    'h1-missing',
    'h1-repeated',
    'canonical-elsewhere',
    'noindex',
    'json-ld-invalid',
    'business-incomplete',
    'geo-imprecise',
    'business-rating',
  ],
  links: ['link-unanswered', 'orphan', 'town-list'],
} as const;
