/** Parts of a score, with their names and points. */
export const QUALITY_PARTS = [
  { key: 'similarity', label: 'Different from each other', most: 45 },
  { key: 'substance', label: 'Local substance', most: 35 },
  { key: 'head_and_links', label: 'Titles, headings, links', most: 20 },
] as const;

/** Short names of what costs a page points, by the codes of the quality report. */
export const QUALITY_TEXTS: Readonly<Record<string, string>> = {
  alike: 'Too similar to another page',
  'few-words': 'Few words',
  'few-local-words': 'Few words about the town',
  'value-missing': 'An empty value leaves a gap',
  'title-missing': 'No title',
  'title-duplicate': 'Another page has the same title',
  'title-long': 'Title may be cut off',
  'description-missing': 'No meta description',
  'description-duplicate': 'Another page has the same meta description',
  'description-long': 'Meta description may be cut off',
  'h1-missing': 'No H1 heading',
  'h1-repeated': 'More than one H1 heading',
  'canonical-elsewhere': 'Canonical URL points to another page',
  noindex: 'Set to noindex',
  'json-ld-invalid': 'Invalid structured data',
  'business-incomplete': 'LocalBusiness has no name or address',
  'geo-imprecise': 'Coordinates in structured data are imprecise',
  'business-rating': 'Structured data includes self-serving reviews',
  'link-unanswered': 'A link leads to a page that isn’t in the files',
  orphan: 'No other page links to it',
  'town-list': 'Long list of towns',
};

/** Advice for problems whose name doesn't imply it. */
export const QUALITY_ADVICE: Readonly<Record<string, string>> = {
  alike: 'Vary paragraphs with [spin] or [if], or add text about each town.',
  'few-words': 'Add text to the seed.',
  'few-local-words': 'Add columns with text about the town.',
  'value-missing': 'Add fallbacks or conditions.',
  'title-duplicate': 'Use the town in it.',
  'description-duplicate': 'Use the town in it.',
  'canonical-elsewhere': 'Use [page_url].',
  'business-incomplete': 'For a town without an office, use a Service with areaServed.',
  'geo-imprecise': 'Use at least five decimals.',
  'business-rating': 'Remove them.',
  orphan: 'Add [nearby] to the seed.',
  'town-list': 'Link to the nearest ones.',
};
