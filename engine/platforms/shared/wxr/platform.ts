/** Shows whether WordPress or HubSpot made a WXR file, which both of them read. Works on text: a file may be huge. */

/** The root element begins within this number of characters. */
const HEAD_LENGTH = 20_000;
const ROOT = /<rss\b[^>]*\bxmlns:wp\s*=\s*["']https?:\/\/wordpress\.org\/export\//;

/** WordPress writes these, and converters for HubSpot don't. */
const WORDPRESS = [
  /<!--[^>]*WordPress eXtended RSS/,
  /<generator>[^<]*wordpress/i,
  /<wp:(?:base_site_url|base_blog_url|comment_status|ping_status|menu_order|is_sticky|postmeta)\b/,
  /<wp:post_type>\s*(?:<!\[CDATA\[)?\s*(?!post\b|attachment\b)\w/,
];
const HUBSPOT_HOST = String.raw`https?:\/\/[^/<\]\s]*(?:hs-sites|hubspot|hubspotusercontent|hubspotpagebuilder)[\w-]*\.(?:com|net)\b`;
/** A HubSpot form or button in the content shows nothing: WordPress pages embed them. */
const HUBSPOT = [
  /<generator>[^<]*hubspot/i,
  /<wp:post_meta>/,
  new RegExp(
    String.raw`<(?:link|guid[^>]*|wp:base_\w+|wp:attachment_url)>\s*(?:<!\[CDATA\[)?\s*${HUBSPOT_HOST}`,
    'i',
  ),
  /\bhs_cos_wrapper\b/,
  /\{%[-+~]?\s*(?:module|module_block|module_attribute|widget_block|dnd_area|raw|macro|set|for|if|include|cta|require_css|require_js)\b/,
  /\{\{[-~]?\s*(?:module|content|group|site_settings|brand_settings|contact|company|personalization_token|cta|local_dt|widget_data|hub_id|blog_\w+)\b\s*[.(|}]/,
];

/** Finds the platform of a WXR file: both if it shows signs of both or neither; none for another file. */
function findWxrPlatforms(text: string): string[] | undefined {
  if (!ROOT.test(text.slice(0, HEAD_LENGTH))) return undefined;
  const isWordPress = WORDPRESS.some((sign) => sign.test(text));
  const isHubSpot = HUBSPOT.some((sign) => sign.test(text));
  if (isWordPress === isHubSpot) return ['wordpress', 'hubspot'];
  return [isWordPress ? 'wordpress' : 'hubspot'];
}

/** Shows the text a WXR file of this platform? Both if it has signs of both or neither. */
export function isWxrFrom(id: string, text: string): boolean {
  return findWxrPlatforms(text)?.includes(id) === true;
}

/** Recognizes a file that comes only from HubSpot. */
export function isFromHubspot(text: string): boolean {
  const [only, ...others] = findWxrPlatforms(text) ?? [];
  return only === 'hubspot' && others.length === 0;
}
