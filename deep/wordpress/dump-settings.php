<?php
/* Prints the settings of each page and post, as WordPress uses them. */
$noindex = array( '_yoast_wpseo_meta-robots-noindex', 'rank_math_robots' );
$posts   = get_posts( array( 'post_type' => array( 'page', 'post' ), 'post_status' => 'any', 'numberposts' => -1, 'orderby' => 'ID', 'order' => 'ASC' ) );
$settings = array_map(
	function ( $post ) use ( $noindex ) {
		$image = get_attached_file( get_post_thumbnail_id( $post->ID ) );
		$terms = fn( $taxonomy ) => array_map( 'html_entity_decode', wp_get_object_terms( $post->ID, $taxonomy, array( 'fields' => 'names', 'orderby' => 'name' ) ) );
		$values = array_merge( ...array_map( fn( $key ) => get_post_meta( $post->ID, $key ), $noindex ) );
		$next   = wp_next_scheduled( 'publish_future_post', array( $post->ID ) );
		return array(
			'slug'      => $post->post_name,
			'status'    => $post->post_status,
			'date'      => $post->post_date,
			'gmt'       => $post->post_date_gmt,
			'publishes' => $next ? gmdate( 'Y-m-d H:i:s', $next ) : '',
			'path'      => get_page_uri( $post ),
			'author'    => get_the_author_meta( 'user_login', $post->post_author ),
			'template'  => (string) get_page_template_slug( $post ),
			'order'     => $post->menu_order,
			'image'     => $image && is_file( $image ) ? basename( $image ) : '',
			'terms'     => implode( ', ', $terms( 'category' ) ) . ' # ' . implode( ', ', $terms( 'post_tag' ) ),
			'noindex'   => implode( ' ', array_map( fn( $value ) => implode( ',', (array) $value ), $values ) ),
		);
	},
	$posts
);
echo json_encode( $settings, JSON_THROW_ON_ERROR ), "\n";
