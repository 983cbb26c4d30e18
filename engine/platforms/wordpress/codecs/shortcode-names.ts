/**
 * Names of shortcodes that pages use without attributes, or with positional ones (`[rev_slider home]`): those of
 * WordPress, of WooCommerce and of the plugins with the most installations, each group with where its names are
 * documented or registered.
 */
interface ShortcodeGroup {
  of: string;
  source: string;
  /** Sorted, with white space between them. */
  names: string;
}

export const SHORTCODE_GROUPS: readonly ShortcodeGroup[] = [
  {
    of: 'Advanced Custom Fields',
    source: 'advancedcustomfields.com, "Shortcode"',
    names: `
      acf
    `,
  },
  {
    of: 'All in One SEO',
    source: 'aioseo.com/docs, "Displaying breadcrumbs", "HTML sitemap"',
    names: `
      aioseo_breadcrumbs aioseo_html_sitemap
    `,
  },
  {
    of: 'bbPress',
    source: 'includes/common/shortcodes.php',
    names: `
      bbp-forum-form bbp-forum-index bbp-login bbp-lost-pass bbp-register bbp-reply-form bbp-search bbp-
      search-form bbp-single-forum bbp-single-reply bbp-single-tag bbp-single-topic bbp-single-view bbp-
      stats bbp-topic-form bbp-topic-index bbp-topic-tags
    `,
  },
  {
    of: 'Beaver Builder',
    source: 'docs.wpbeaverbuilder.com, "Shortcodes"',
    names: `
      fl_builder_insert_layout
    `,
  },
  {
    of: 'Breadcrumb NavXT',
    source: 'mtekk.us, "Breadcrumb NavXT"',
    names: `
      bcn_display bcn_display_json_ld
    `,
  },
  {
    of: 'Complianz',
    source: 'complianz.io, "Shortcodes"',
    names: `
      cmplz-accept-link cmplz-consent-area cmplz-data-request cmplz-document cmplz-manage-consent cmplz-
      revoke-link
    `,
  },
  {
    of: 'Contact Form 7',
    source: 'contactform7.com, "Getting started"',
    names: `
      contact-form contact-form-7 wpcf7
    `,
  },
  {
    of: 'CookieYes',
    source: 'cookieyes.com, "Shortcodes"',
    names: `
      cky_audit_table cky_video_placeholder cookie_after_accept cookie_audit cookie_button cookie_close
      cookie_link cookie_reject cookie_settings wt_cli_ccpa_optout wt_cli_manage_consent
    `,
  },
  {
    of: 'Easy Digital Downloads',
    source: 'includes/shortcodes.php',
    names: `
      download_cart download_checkout download_discounts download_history downloads edd_deliverables
      edd_downloads edd_history edd_login edd_profile_editor edd_receipt edd_register
      purchase_collection purchase_history purchase_link
    `,
  },
  {
    of: 'Easy Table of Contents, LuckyWP, Table of Contents Plus',
    source: 'their readme.txt',
    names: `
      ez-toc ez-toc-widget-sticky lwptoc no_toc sitemap sitemap_categories sitemap_pages sitemap_posts
      toc
    `,
  },
  {
    of: 'Elementor',
    source: 'elementor.com/help, "Template shortcode"',
    names: `
      elementor-template
    `,
  },
  {
    of: 'Events Manager, The Events Calendar',
    source: 'wp-events-plugin.com and theeventscalendar.com, "Shortcodes"',
    names: `
      event event_form event_search_form events_calendar events_list locations_list my_bookings
      tribe_attendees_list tribe_community_events tribe_event_inline tribe_events tribe_events_list
      tribe_mini_calendar tribe_tickets
    `,
  },
  {
    of: 'Everest Forms',
    source: 'docs.everestforms.net',
    names: `
      everest_form
    `,
  },
  {
    of: 'Fluent Forms',
    source: 'fluentforms.com/docs, "Shortcodes"',
    names: `
      fluentform fluentform_info fluentform_modal
    `,
  },
  {
    of: 'Formidable Forms',
    source: 'formidableforms.com, "Shortcodes"',
    names: `
      display-frm-data formidable formresults frm-alt-color frm-stats
    `,
  },
  {
    of: 'Forminator',
    source: 'wpmudev.com/docs, "Forminator"',
    names: `
      forminator_form forminator_poll forminator_quiz
    `,
  },
  {
    of: 'GiveWP',
    source: 'includes/shortcodes.php',
    names: `
      donation_history give_donor_dashboard give_donor_wall give_form give_form_grid give_goal
      give_login give_multi_form_goal give_profile_editor give_receipt give_register give_totals
    `,
  },
  {
    of: 'Google Reviews widgets (Trustindex, RichPlugins, Widgets for Google Reviews)',
    source: 'their readme.txt',
    names: `
      brb_collection grw trustindex
    `,
  },
  {
    of: 'Gravity Forms',
    source: 'docs.gravityforms.com, "Shortcodes"',
    names: `
      gravityform gravityforms
    `,
  },
  {
    of: 'HappyForms',
    source: 'happyforms.io',
    names: `
      happyforms
    `,
  },
  {
    of: 'HubSpot',
    source: 'knowledge.hubspot.com, "Use the HubSpot WordPress plugin"',
    names: `
      hubspot
    `,
  },
  {
    of: 'Jetpack',
    source: 'modules/shortcodes',
    names: `
      archives bandcamp blip.tv brightcove contact-field contact-form crowdsignal dailymotion descript
      facebook flickr gist googleapps googlemaps gravatar houzz instagram jetpack-portfolio jetpack-
      related-posts jetpack-testimonials jetpack_portfolio jetpack_subscription_form
      jetpack_top_posts_widget kickstarter mailchimp_subscriber_popup medium mixcloud polldaddy
      portfolio presentation quiz recipe scribd simple-payment slideshare slideshow soundcloud spotify
      subscribe ted testimonials top-posts tweet twitch twitter-timeline untappd-menu upcomingevents
      videopress vimeo vr wpvideo youtube
    `,
  },
  {
    of: 'LearnDash',
    source: 'includes/shortcodes',
    names: `
      course_content ld_course_expire_status ld_course_list ld_course_resume ld_group_list
      ld_lesson_list ld_login ld_profile ld_quiz_list ld_registration ld_topic_list
    `,
  },
  {
    of: 'MailPoet',
    source: 'kb.mailpoet.com, "Shortcodes"',
    names: `
      mailpoet_archive mailpoet_form mailpoet_manage_subscription mailpoet_page
      mailpoet_subscribers_count
    `,
  },
  {
    of: 'MC4WP',
    source: 'mc4wp.com/kb',
    names: `
      mc4wp_checkbox mc4wp_form
    `,
  },
  {
    of: 'Members, MemberPress, Paid Memberships Pro, Ultimate Member',
    source: 'their documentation, "Shortcodes"',
    names: `
      members_access members_login_form mepr-account-form mepr-login-form pmpro_account pmpro_billing
      pmpro_cancel pmpro_checkout pmpro_confirmation pmpro_invoice pmpro_levels pmpro_login
      pmpro_member_profile_edit ultimatemember ultimatemember_account ultimatemember_directory
      ultimatemember_login ultimatemember_password ultimatemember_register ultimatemember_searchform
      um_loggedin um_loggedout
    `,
  },
  {
    of: 'MetaSlider, Master Slider, LayerSlider, Smart Slider 3, Slider Revolution, Soliloquy',
    source: 'their documentation, "Shortcodes"',
    names: `
      layerslider masterslider metaslider ml-slider rev_slider rev_slider_vc slider slider_revolution
      smartslider3 soliloquy sr7
    `,
  },
  {
    of: 'NextGEN Gallery, Envira, FooGallery, Modula, Photo Gallery',
    source: 'their documentation, "Shortcodes"',
    names: `
      album best_wordpress_gallery envira-gallery foogallery imagebrowser modula ngg ngg_images
      nggallery nggalleryoverview nggtags randompic recent singlepic slideshow tagcloud thumb
    `,
  },
  {
    of: 'Ninja Forms',
    source: 'ninjaforms.com/docs',
    names: `
      ninja_form ninja_forms ninja_forms_display_form
    `,
  },
  {
    of: 'WPML, TranslatePress, GTranslate, Weglot',
    source: 'their documentation, "Shortcodes"',
    names: `
      google-translator gt-link gtranslate language-switcher weglot_switcher wpml-string
      wpml_language_selector_footer wpml_language_selector_widget wpml_language_switcher
    `,
  },
  {
    of: 'Rank Math',
    source: 'rankmath.com/kb, "Shortcodes"',
    names: `
      rank_math_breadcrumb rank_math_contact_info rank_math_html_sitemap rank_math_rich_snippet
    `,
  },
  {
    of: 'SEOPress',
    source: 'seopress.org, "Shortcodes"',
    names: `
      seopress_breadcrumbs seopress_html_sitemap
    `,
  },
  {
    of: 'Simple social share and chat (AddToAny, Shared Counts, Social Warfare, Join Chat)',
    source: 'their readme.txt',
    names: `
      addtoany click_to_chat join_chat joinchat shared_counts social_warfare tawkto
    `,
  },
  {
    of: 'Smash Balloon feeds',
    source: 'smashballoon.com, "Display options"',
    names: `
      custom-facebook-feed custom-twitter-feeds instagram-feed reviews-feed tiktok-feeds youtube-feed
    `,
  },
  {
    of: 'TablePress',
    source: 'tablepress.org/documentation',
    names: `
      table
    `,
  },
  {
    of: 'Themes and snippets: names that hundreds of them give',
    source: 'public sources that call add_shortcode()',
    names: `
      accordion alert banner blockquote blog br breadcrumb breadcrumbs button buttons clear clearfix
      column columns contactform copyright countdown counter current_year divider dropcap googlemap
      heading highlight hr icon line login loginform logo map menu newsletter one_fourth one_half
      one_third panel portfolio posts pricing progress pullquote quote recent-posts recent_posts row
      search searchform section separator site-title site_link site_title sitemap slider social social-
      icons social_icons spacer subscribe tab tabs team testimonial testimonials the_year three_fourth
      toggle toggles tooltip two_third year
    `,
  },
  {
    of: 'Thrive, weForms, WS Form, Quform, Caldera Forms',
    source: 'their documentation',
    names: `
      caldera_form quform quform_popup thrive_leads weforms ws_form
    `,
  },
  {
    of: 'WooCommerce',
    source: 'includes/class-wc-shortcodes.php',
    names: `
      add_to_cart add_to_cart_url best_selling_products featured_products product product_attribute
      product_categories product_category product_page products recent_products related_products
      sale_products shop_messages top_rated_products woocommerce_cart woocommerce_checkout
      woocommerce_messages woocommerce_my_account woocommerce_order_tracking
    `,
  },
  {
    of: 'WordPress',
    source: 'wp-includes/media.php, embed.php and deprecated.php of 6.9',
    names: `
      audio caption embed gallery playlist video wp_caption
    `,
  },
  {
    of: 'WP Google Maps, WP Go Maps, MapPress, Leaflet Map',
    source: 'their readme.txt',
    names: `
      google_map_easy leaflet-geojson leaflet-image leaflet-map leaflet-marker mappress mashup wpgmza
      wpgmza_store_locator wpsl wpsl_map
    `,
  },
  {
    of: 'WP Job Manager',
    source: 'includes/class-wp-job-manager-shortcodes.php',
    names: `
      job job_apply job_dashboard job_summary jobs submit_job_form
    `,
  },
  {
    of: 'WPForms',
    source: 'wpforms.com/docs, "Shortcodes"',
    names: `
      user_journey wpforms
    `,
  },
  {
    of: 'YARPP, Yoast SEO, WP Sitemap Page, WP-PageNavi, Dynamic Year and the like',
    source: 'their readme.txt',
    names: `
      current_date current_month current_year month wp_sitemap_page wpseo_breadcrumb yarpp year yoast-
      breadcrumb
    `,
  },
  {
    of: 'YITH WooCommerce Wishlist',
    source: 'includes/class-yith-wcwl-shortcode.php',
    names: `
      yith_wcwl_add_to_wishlist yith_wcwl_wishlist
    `,
  },
];
