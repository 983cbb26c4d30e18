/**
 * Metas that belong to the seed's own page, which generated pages don't get. Scores of SEO plugins
 * (`_yoast_wpseo_linkdex`, `rank_math_seo_score`) are copied: only editors see them, and the next save updates them.
 */

/** Metas of pages and accompanying records: locks, old slugs, generated HTML and CSS. */
const INTERNAL: readonly [group: string, RegExp][] = [
  [
    'editing record',
    /^(?:_edit_(?:last|lock)|_wp_old_(?:slug|date)|_wp_trash_.*|_wp_desired_post_slug|_dp_(?:original|is_rewrite_republish_copy|has_rewrite_republish_copy|creation_date_gmt|has_been_republished)|_encloseme|_pingme|_fl_builder_history_.*)$/,
  ],
  [
    'cache',
    /^(?:_elementor_(?:css|element_cache|page_assets|inline_svg|screenshot|screenshot_failed|controls_usage)|_et_dynamic_cached_(?:shortcodes|attributes)|_et_builder_module_features_cache|et_enqueued_post_fonts|_uag_(?:page_assets|css_file_name|js_file_name)|_generateblocks_dynamic_css_version|_oembed_.*|_jetpack_related_posts_cache|litespeed_vpi_list(?:_mobile)?)$/,
  ],
];

/** Metas with the page's identity and statistics in other services. */
const PAGE_ONLY: readonly [group: string, RegExp][] = [
  [
    'service ID',
    /^(?:apple_news_api_.*|_?autoshare_for_twitter_.*|_wpas_.*|_publicize_.*|_?onesignal_.*|os_meta|_?wp[-_]to[-_]buffer.*|_(?:wp_jd|jd|wpt)_.*|snap(?:_isAutoPosted|_MYURL|EdIT|[A-Z]{2})|_?tweet_ids?|_?rop_(?:publish_now|custom_|variation).*|_wpw_auto_poster_.*|instant_articles_submission_id|medium_post|_share_on_.*|_?activitypub_.*|mf2_syndication|dsq_(?:thread_id|needs_sync)|_?pushengage_.*)$/,
  ],
  [
    'translation link',
    /^(?:_icl_lang_duplicate_of|_wpml_import_(?:translation_group|source_language_code)|_wpml_word_count|_original_post|_pll_.*|_msls_.*)$/,
  ],
  ['SKU', /^(?:_sku|_global_unique_id)$/],
  [
    'sales, rating or review figure',
    /^(?:total_sales|_wc_(?:average_rating|review_count|rating_count)|_edd_download_(?:sales|earnings)|_give_form_(?:sales|earnings)|_kksr_.*|ratings_(?:users|score|average)|rmp_(?:vote_count|rating_val_sum|avg_rating))$/,
  ],
  [
    'view or share counter',
    /^(?:_?(?:wpb_|avada_|tie_|entry_|jnews_)?(?:post_)?views?_?(?:count|counter)?|_?pageviews?|_count-views_.*|essb_c_.*|essb_cached_.*|_?shared_counts_.*|swp_cache_timestamp|_(?:total|facebook|twitter|pinterest|linkedin)_shares|mashsb_(?:shares|timestamp|jsonshares)|dpsp_networks_shares(?:_total)?|_et_social_shares_.*|_?post_like_count)$/,
  ],
];
/** Groups whose names a site's own fields may have: only numbers are counters. */
const NUMBERS_ONLY = new Set(['view or share counter', 'sales, rating or review figure']);

function findGroup(groups: typeof PAGE_ONLY, key: string): string | undefined {
  return groups.find(([, pattern]) => pattern.test(key))?.[0];
}

/** Recognizes metas that are dropped from all records, whatever their value. */
export function isInternalMeta(key: string): boolean {
  return findGroup(INTERNAL, key) !== undefined;
}

/** Group of a meta that pages don't get; `undefined` for one they do, such as a SKU that rows fill. */
export function findDroppedGroup(key: string, value: string, isFilled: boolean): string | undefined {
  const internal = findGroup(INTERNAL, key);
  if (internal !== undefined || isFilled) return internal;
  const group = findGroup(PAGE_ONLY, key);
  if (group === undefined || !NUMBERS_ONLY.has(group)) return group;
  return /^\s*(?:[\d.,]*|[abisd]:[^]*|[[{][^]*)\s*$/.test(value) ? group : undefined;
}

/** Recognizes taxonomies whose terms link a page to its translations. */
export function isTranslationGroup(domain: string): boolean {
  return domain === 'post_translations';
}
