/**
 * Shortcodes, which are preserved although a column doesn't have their name: those of WordPress itself, of page
 * builders and of form plugins, and those that the seed itself uses as shortcodes.
 */
import { toColumnKey } from '../../../sheet/column-name.ts';
import { matchPrefixed } from '../../../text/match-prefixed.ts';
import type { PreservedNames } from '../../../encoding/preserved-names.ts';

/**
 * Shortcodes that pages use without attributes, or with positional ones (`[rev_slider home]`): those of WordPress,
 * of WooCommerce and of the plugins with the most installations, with where they are documented or registered.
 */
const NAMES: readonly string[] = [
  // Advanced Custom Fields: advancedcustomfields.com, "Shortcode"
  'acf',
  // All in One SEO: aioseo.com/docs, "Displaying breadcrumbs", "HTML sitemap"
  'aioseo_breadcrumbs aioseo_html_sitemap',
  // bbPress: includes/common/shortcodes.php
  `bbp-forum-form bbp-forum-index bbp-login bbp-lost-pass bbp-register bbp-reply-form bbp-search
    bbp-search-form bbp-single-forum bbp-single-reply bbp-single-tag bbp-single-topic bbp-single-view
    bbp-stats bbp-topic-form bbp-topic-index bbp-topic-tags`,
  // Beaver Builder: docs.wpbeaverbuilder.com, "Shortcodes"
  'fl_builder_insert_layout',
  // Breadcrumb NavXT: mtekk.us, "Breadcrumb NavXT"
  'bcn_display bcn_display_json_ld',
  // Complianz: complianz.io, "Shortcodes"
  `cmplz-accept-link cmplz-consent-area cmplz-data-request cmplz-document cmplz-manage-consent
    cmplz-revoke-link`,
  // Contact Form 7: contactform7.com, "Getting started"
  'contact-form contact-form-7 wpcf7',
  // CookieYes: cookieyes.com, "Shortcodes"
  `cky_audit_table cky_video_placeholder cookie_after_accept cookie_audit cookie_button cookie_close
    cookie_link cookie_reject cookie_settings wt_cli_ccpa_optout wt_cli_manage_consent`,
  // Easy Digital Downloads: includes/shortcodes.php
  `download_cart download_checkout download_discounts download_history downloads edd_deliverables
    edd_downloads edd_history edd_login edd_profile_editor edd_receipt edd_register purchase_collection
    purchase_history purchase_link`,
  // Easy Table of Contents, LuckyWP, Table of Contents Plus: their readme.txt
  'ez-toc ez-toc-widget-sticky lwptoc no_toc sitemap sitemap_categories sitemap_pages sitemap_posts toc',
  // Elementor: elementor.com/help, "Template shortcode"
  'elementor-template',
  // Events Manager, The Events Calendar: wp-events-plugin.com and theeventscalendar.com, "Shortcodes"
  `event event_form event_search_form events_calendar events_list locations_list my_bookings
    tribe_attendees_list tribe_community_events tribe_event_inline tribe_events tribe_events_list
    tribe_mini_calendar tribe_tickets`,
  // Everest Forms: docs.everestforms.net
  'everest_form',
  // Fluent Forms: fluentforms.com/docs, "Shortcodes"
  'fluentform fluentform_info fluentform_modal',
  // Formidable Forms: formidableforms.com, "Shortcodes"
  'display-frm-data formidable formresults frm-alt-color frm-stats',
  // Forminator: wpmudev.com/docs, "Forminator"
  'forminator_form forminator_poll forminator_quiz',
  // GiveWP: includes/shortcodes.php
  `donation_history give_donor_dashboard give_donor_wall give_form give_form_grid give_goal give_login
    give_multi_form_goal give_profile_editor give_receipt give_register give_totals`,
  // Google Reviews widgets (Trustindex, RichPlugins, Widgets for Google Reviews): their readme.txt
  'brb_collection grw trustindex',
  // Gravity Forms: docs.gravityforms.com, "Shortcodes"
  'gravityform gravityforms',
  // HappyForms: happyforms.io
  'happyforms',
  // HubSpot: knowledge.hubspot.com, "Use the HubSpot WordPress plugin"
  'hubspot',
  // Jetpack: modules/shortcodes
  `archives bandcamp blip.tv brightcove contact-field contact-form crowdsignal dailymotion descript
    facebook flickr gist googleapps googlemaps gravatar houzz instagram jetpack-portfolio
    jetpack-related-posts jetpack-testimonials jetpack_portfolio jetpack_subscription_form
    jetpack_top_posts_widget kickstarter mailchimp_subscriber_popup medium mixcloud polldaddy portfolio
    presentation quiz recipe scribd simple-payment slideshare slideshow soundcloud spotify subscribe ted
    testimonials top-posts tweet twitch twitter-timeline untappd-menu upcomingevents videopress vimeo vr
    wpvideo youtube`,
  // LearnDash: includes/shortcodes
  `course_content ld_course_expire_status ld_course_list ld_course_resume ld_group_list ld_lesson_list
    ld_login ld_profile ld_quiz_list ld_registration ld_topic_list`,
  // MailPoet: kb.mailpoet.com, "Shortcodes"
  'mailpoet_archive mailpoet_form mailpoet_manage_subscription mailpoet_page mailpoet_subscribers_count',
  // MC4WP: mc4wp.com/kb
  'mc4wp_checkbox mc4wp_form',
  // Members, MemberPress, Paid Memberships Pro, Ultimate Member: their documentation, "Shortcodes"
  `members_access members_login_form mepr-account-form mepr-login-form pmpro_account pmpro_billing
    pmpro_cancel pmpro_checkout pmpro_confirmation pmpro_invoice pmpro_levels pmpro_login
    pmpro_member_profile_edit ultimatemember ultimatemember_account ultimatemember_directory
    ultimatemember_login ultimatemember_password ultimatemember_register ultimatemember_searchform
    um_loggedin um_loggedout`,
  // MetaSlider, Master Slider, LayerSlider, Smart Slider 3, Slider Revolution, Soliloquy: their
  // documentation, "Shortcodes"
  `layerslider masterslider metaslider ml-slider rev_slider rev_slider_vc slider slider_revolution
    smartslider3 soliloquy sr7`,
  // NextGEN Gallery, Envira, FooGallery, Modula, Photo Gallery: their documentation, "Shortcodes"
  `album best_wordpress_gallery envira-gallery foogallery imagebrowser modula ngg ngg_images nggallery
    nggalleryoverview nggtags randompic recent singlepic slideshow tagcloud thumb`,
  // Ninja Forms: ninjaforms.com/docs
  'ninja_form ninja_forms ninja_forms_display_form',
  // WPML, TranslatePress, GTranslate, Weglot: their documentation, "Shortcodes"
  `google-translator gt-link gtranslate language-switcher weglot_switcher wpml-string
    wpml_language_selector_footer wpml_language_selector_widget wpml_language_switcher`,
  // Rank Math: rankmath.com/kb, "Shortcodes"
  'rank_math_breadcrumb rank_math_contact_info rank_math_html_sitemap rank_math_rich_snippet',
  // SEOPress: seopress.org, "Shortcodes"
  'seopress_breadcrumbs seopress_html_sitemap',
  // Simple social share and chat (AddToAny, Shared Counts, Social Warfare, Join Chat): their readme.txt
  'addtoany click_to_chat join_chat joinchat shared_counts social_warfare tawkto',
  // Smash Balloon feeds: smashballoon.com, "Display options"
  'custom-facebook-feed custom-twitter-feeds instagram-feed reviews-feed tiktok-feeds youtube-feed',
  // TablePress: tablepress.org/documentation
  'table',
  // Themes and snippets: names that hundreds of them give: public sources that call add_shortcode()
  `accordion alert banner blockquote blog br breadcrumb breadcrumbs button buttons clear clearfix
    column columns contactform copyright countdown counter current_year divider dropcap googlemap
    heading highlight hr icon line login loginform logo map menu newsletter one_fourth one_half
    one_third panel portfolio posts pricing progress pullquote quote recent-posts recent_posts row
    search searchform section separator site-title site_link site_title sitemap slider social
    social-icons social_icons spacer subscribe tab tabs team testimonial testimonials the_year
    three_fourth toggle toggles tooltip two_third year`,
  // Thrive, weForms, WS Form, Quform, Caldera Forms: their documentation
  'caldera_form quform quform_popup thrive_leads weforms ws_form',
  // WooCommerce: includes/class-wc-shortcodes.php
  `add_to_cart add_to_cart_url best_selling_products featured_products product product_attribute
    product_categories product_category product_page products recent_products related_products
    sale_products shop_messages top_rated_products woocommerce_cart woocommerce_checkout
    woocommerce_messages woocommerce_my_account woocommerce_order_tracking`,
  // WordPress: wp-includes/media.php, embed.php and deprecated.php of 6.9
  'audio caption embed gallery playlist video wp_caption',
  // WP Google Maps, WP Go Maps, MapPress, Leaflet Map: their readme.txt
  `google_map_easy leaflet-geojson leaflet-image leaflet-map leaflet-marker mappress mashup wpgmza
    wpgmza_store_locator wpsl wpsl_map`,
  // WP Job Manager: includes/class-wp-job-manager-shortcodes.php
  'job job_apply job_dashboard job_summary jobs submit_job_form',
  // WPForms: wpforms.com/docs, "Shortcodes"
  'user_journey wpforms',
  // YARPP, Yoast SEO, WP Sitemap Page, WP-PageNavi, Dynamic Year and the like: their readme.txt
  `current_date current_month current_year month wp_sitemap_page wpseo_breadcrumb yarpp year
    yoast-breadcrumb`,
  // YITH WooCommerce Wishlist: includes/class-yith-wcwl-shortcode.php
  'yith_wcwl_add_to_wishlist yith_wcwl_wishlist',
];

/** Page builders, shops and the like begin all of their names alike. */
const FAMILIES =
  /^(?:bbp|breakdance|bricks|brizy|edd|elementor|et_pb|fl_builder|fusion|give|learndash|lifterlms|masteriyo|mepr|nectar|ninja_forms|oxygen|pmpro|siteorigin|su|thrive|tribe|tutor|ultimatemember|uncode|vc|woocommerce|wpforms)[_-]\w/i;
/** `[/name]`, or `[name` with an attribute; builders write them in JSON too, where `/` has a backslash before it. */
const USED =
  /\[(?:\\*\/\s*([\p{L}][\p{L}\p{N}_-]*)\s*\]|([\p{L}][\p{L}\p{N}_-]*)\s+(?:[\p{L}_][\p{L}\p{N}_-]*\s*=|\\*["']))/uy;

/** Names that a seed uses as shortcodes: with an attribute, or with a closing tag. */
function findUsedShortcodes(seed: string): Set<string> {
  const names = new Set<string>();
  for (const [, closed, opened] of matchPrefixed(seed, '[', USED))
    names.add(toColumnKey(closed ?? opened ?? ''));
  return names;
}

const KNOWN = new Set(NAMES.flatMap((names) => names.split(/\s+/)).map(toColumnKey));

/** Recognizes the name of a common shortcode. */
function isKnownShortcode(name: string): boolean {
  return KNOWN.has(toColumnKey(name)) || FAMILIES.test(name.trim());
}

/** Names in brackets that are preserved: those that the user keeps, and the shortcodes of a seed. */
export function findPreservedNames(seed: string, keep: readonly string[]): PreservedNames {
  const keys = new Set(keep.map(toColumnKey));
  const used = findUsedShortcodes(seed);
  return {
    kept: keep,
    isKept: (name) => keys.has(toColumnKey(name)),
    isTagName: (name) => isKnownShortcode(name) || used.has(toColumnKey(name)),
    isUsed: (name) => used.has(toColumnKey(name)),
    reportPair: (opening, name) => ({
      code: 'shortcode-named-column',
      text: `${opening}…[/${name}] is a shortcode in the seed page and is left unchanged, although the sheet has a column of that name. To fill in the column instead, remove [/${name}].`,
    }),
  };
}
