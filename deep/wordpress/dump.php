<?php
/*
 * Runs inside WordPress after an import (main.php php FILE): prints every stored page and the shortcodes that
 * WordPress finds in it.
 */
global $wpdb;
$ran = array();
foreach ( array( 'caption', 'gallery', 'wpforms', 'map', 'box', 'img', 'geo_city', 'embed', 'audio', 'video', 'playlist' ) as $tag ) {
	add_shortcode(
		$tag,
		function ( $attributes, $content ) use ( &$ran, $tag ) {
			$ran[] = array( 'tag' => $tag, 'attributes' => (object) array_map( 'strval', array_filter( (array) $attributes, 'is_string' ) ) );
			return do_shortcode( (string) $content );
		}
	);
}
$pages = array();
foreach ( $wpdb->get_results( "SELECT * FROM $wpdb->posts WHERE post_type = 'page' AND post_status <> 'trash' ORDER BY ID" ) as $post ) {
	$ran = array();
	do_shortcode( $post->post_content );
	$settings = get_post_meta( $post->ID, '_elementor_page_settings', true );
	$pages[]  = array(
		'slug'       => $post->post_name,
		'title'      => $post->post_title,
		'excerpt'    => $post->post_excerpt,
		'content'    => $post->post_content,
		'guid'       => $post->guid,
		'shortcodes' => $ran,
		'thumbnail'  => (string) $wpdb->get_var( $wpdb->prepare( "SELECT post_title FROM $wpdb->posts WHERE ID = %d AND post_type = 'attachment'", get_post_thumbnail_id( $post->ID ) ) ),
		'image'      => is_file( (string) get_attached_file( get_post_thumbnail_id( $post->ID ) ) ) ? hash_file( 'sha256', get_attached_file( get_post_thumbnail_id( $post->ID ) ) ) : '',
		'alt'        => (string) get_post_meta( get_post_thumbnail_id( $post->ID ), '_wp_attachment_image_alt', true ),
		'elementor'  => (string) get_post_meta( $post->ID, '_elementor_data', true ),
		'css'        => is_array( $settings ) ? (string) ( $settings['custom_css'] ?? '' ) : '',
	);
}
echo json_encode( $pages, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_THROW_ON_ERROR ), "\n";
