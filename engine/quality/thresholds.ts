/**
 * Limits and weights of the quality figures. They are ours: Google publishes none. Only the scale of similarity is
 * Townsmith's published one, so that its figures can be compared.
 */

/** Points of the three parts, 100 in all. */
export const PART_POINTS = { similarity: 45, substance: 35, headAndLinks: 20 } as const;

/** Words of a shingle. */
export const SHINGLE_WORDS = 5;
/** Row values of at most this many words are replaced by the name of their column. */
export const MASKED_WORDS = 4;
/** In scripts without spaces, this many characters count as a word. */
export const CHARACTERS_PER_WORD = 2;

/** Similarity with the closest page at which points begin to be lost, and at which none are left. */
export const SIMILARITY = { full: 0.55, none: 0.85 } as const;
/** Pages at least this alike read alike, and form a cluster. They have a sixth of the points for similarity at most. */
export const CLUSTER_SIMILARITY = 0.8;

/** Shingles in this share of a sample are the template. */
export const TEMPLATE = { share: 0.9, sample: 300 } as const;

/** Words of a page, and words that come from its row (without rows: that no other page has). */
export const SUBSTANCE = {
  words: { points: 15, none: 100, full: 400 },
  localWords: { points: 20, none: 0, full: 80 },
  /** Lost for a place where an empty value left a gap. */
  gap: 5,
} as const;

/** Characters after which a search engine may cut a title or a description. */
export const CUT_CHARACTERS = { title: 60, description: 155 } as const;
/** Decimals of coordinates in structured data, as Google asks for. */
export const GEO_DECIMALS = 5;
/** Links to other pages of the run in one page; more of them are a list of towns. */
export const MAX_TOWN_LINKS = 100;
/** A link on this share of the pages, and on this many, belongs to the site: menu, contact, terms. */
export const SITE_LINK = { share: 0.1, pages: 10 } as const;

/** Points that a page loses of head and links; those with 0 are only reported. */
export const HEAD_AND_LINKS_COSTS = {
  'title-missing': 6,
  'title-duplicate': 4,
  'title-long': 0,
  'description-missing': 4,
  'description-duplicate': 2,
  'description-long': 0,
  'h1-missing': 3,
  'h1-repeated': 2,
  'canonical-elsewhere': 6,
  noindex: 6,
  'json-ld-invalid': 2,
  'business-incomplete': 2,
  'geo-imprecise': 1,
  'business-rating': 2,
  'link-unanswered': 4,
  orphan: 4,
  'town-list': 3,
} as const;
