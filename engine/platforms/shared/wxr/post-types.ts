/**
 * Post types that aren't pages: records that WordPress or a plugin stores in addition to them. Names are those
 * that the plugins register (at most 20 characters).
 */

/** Reason that a record is never the pattern. */
export type RecordKind = 'media' | 'form' | 'template' | 'internal';

const NAMES: Readonly<Record<RecordKind, string>> = {
  media: 'attachment',
  // a form's own tags look like placeholders: [phone], [your-name]
  form: `wpcf7_contact_form wpforms wpforms-template forminator_forms forminator_polls forminator_quizzes
    nf_form fluentform fluent_form everest_form happyforms happyform sureforms_form srfm_form wpuf_forms wpuf_profile
    metform-form fusion_form kadence_form jet-form-builder jetpack_form mc4wp-form give_forms um_form um_directory
    user_registration pirate_forms piotnetforms cred-form cred-user-form frm_styles frm_form_actions frm_display
    gravityview brizy-form weforms ws-form quform visual-form-builder bookingform`,
  // parts that pages are built from, and layouts around them
  template: `wp_block wp_template wp_template_part wp_navigation
    et_pb_layout et_template et_theme_builder et_header_layout et_body_layout et_footer_layout et_tb_layout
    elementor_library elementor_component elementor-hf ae_global_templates elementskit_template elementskit_content
    elementskit_widget htmega_theme_builder woolentor-template wpr_templates wpr_mega_menu premium_templates
    bricks_template fl-builder-template fl-theme-layout ct_template oxy_user_library oxygen_template oxygen_header
    oxygen_footer oxygen_block oxygen_part oxygen_popup breakdance_template breakdance_header breakdance_footer
    breakdance_block breakdance_acf_block breakdance_popup breakdance_part
    brizy_template editor-template brizy-global-block brizy-saved-block brizy-saved-layout
    fusion_template fusion_element fusion_tb_section fusion_tb_layout avada_library slide
    vc_grid_item vc4_templates templatera vcv_templates vcv_headers vcv_footers vcv_sidebars vcv_layouts
    kadence_element kadence_header kadence_navigation kadence_query kadence_query_card kadence_conversions
    kadence_wootemplate kadence_lottie kadence_vector kadence_cloud
    astra-advanced-hook astra_adv_header gp_elements gblocks_templates gblocks_global_style oceanwp_library
    ct_content_block uncodeblock blocks salient_g_sections cms_block woodmart_layout woodmart_slide staticblocks
    porto_builder template layout nexter_builder tbuilder_layout tbuilder_layout_part tbp_template tbp_theme
    tglobal_style tcb_lightbox tcb_content_template tcb_symbol thrive_template thrive_layout thrive_section
    pagelayer-template zion_template cs_template cs_global_block cs_header cs_footer cs_layout cs_layout_single
    cs_layout_archive cs_user_templates stackable_temp spectra-popup themify_popup popup popup_theme pum_cta
    ml-slider ml-slide soliloquy foogallery modula-gallery envira sp_easy_accordion tablepress_table
    alb_custom_layout avia_framework_post view view-template mb-views _pods_template dslc_templates
    generate_page_header wpzoom_template greenshift_template`,
  // settings, history, orders and caches
  internal: `revision nav_menu_item custom_css customize_changeset oembed_cache user_request wp_global_styles
    wp_font_family wp_font_face
    acf acf-field-group acf-field acf-post-type acf-taxonomy acf-ui-options-page _pods_pod _pods_field _pods_group
    wp-types-group wp-types-user-group wp-types-term-group meta-box mb-post-type mb-taxonomy mb-settings-page
    mb-relationship
    et_theme_options et_code_snippet elementor_snippet elementor_font elementor_icons bricks_fonts fusion_icons
    avada_page_options brizy-project thrive_typography breakdance_form_res uncode_gallery
    product_variation shop_order shop_order_refund shop_order_placehold shop_coupon shop_subscription shop_webhook
    scheduled-action wc_user_membership wc_booking bookable_resource global_product_addon edd_payment edd_discount
    edd_log give_payment
    nf_sub flamingo_inbound flamingo_contact flamingo_outbound feedback wpforms_log sureforms_entry metform-entry
    happyforms-message wpcf7r_action frm_logs
    polylang_mo rank_math_schema aiosrs-schema seopress_schemas seopress_404 seopress_bot redirect_rule
    amp_validated_url custom-css-js safecss wpcode wphb_minify_group jp_img_sitemap jp_vid_sitemap jp_sitemap
    jp_sitemap_master jp_pay_order tribe-ea-record deleted_event tribe_rsvp_tickets tribe_rsvp_attendees bp-email
    mailpoet_email cookielawinfo`,
};

/** Statuses of copies that no visitor sees. */
export const DISCARDED_STATUSES: ReadonlySet<string> = new Set(['trash', 'auto-draft']);

const KINDS: ReadonlyMap<string, RecordKind> = new Map(
  (Object.keys(NAMES) as RecordKind[]).flatMap((kind) =>
    NAMES[kind].split(/\s+/).map((name): [string, RecordKind] => [name, kind]),
  ),
);

/** Names that several plugins use. */
const TEMPLATE_NAMES = /^jet-|popup|[-_]templates?$/;

/** Kind of records with the post type; `undefined` for pages. */
export function getRecordKind(type: string): RecordKind | undefined {
  return KINDS.get(type) ?? (TEMPLATE_NAMES.test(type) ? 'template' : undefined);
}
