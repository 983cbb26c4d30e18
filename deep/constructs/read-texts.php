<?php
/*
 * Reads the texts of pages like their consumers do, in the order of the seeds: DOMDocument for HTML,
 * WordPress' parser for blocks, its shortcode parser for builders, json_decode and unserialize for metas, SimpleXML and
 * fgetcsv for files. Prints a list of pages: { slug, texts }.
 *
 * Inside WordPress (main.php php FILE), it reads the pages of the site; else `php read-texts.php FILE...` reads files.
 */

/** Texts of paragraphs, list items and headings, alternative texts of images, and descriptions in JSON-LD. */
function texts_of_html( $html ) {
	$document = new DOMDocument();
	$document->loadHTML( '<?xml encoding="utf-8"?><html><body>' . $html . '</body></html>', LIBXML_NOERROR | LIBXML_NOWARNING );
	$texts = array();
	foreach ( ( new DOMXPath( $document ) )->query( '//p|//li|//h2|//img/@alt|//script' ) as $node ) {
		if ( 'script' !== $node->nodeName ) {
			$texts[] = $node->nodeValue;
			continue;
		}
		$data    = json_decode( $node->nodeValue, true, 512, JSON_THROW_ON_ERROR );
		$texts[] = $data['description'];
	}
	return $texts;
}

function text_of_html( $html ) {
	return implode( '', texts_of_html( "<p>$html</p>" ) );
}

function texts_of_blocks( $blocks ) {
	$texts = array();
	foreach ( $blocks as $block ) {
		if ( null === $block['blockName'] && '' !== trim( $block['innerHTML'] ) ) {
			$texts[] = '(not a block: ' . trim( $block['innerHTML'] ) . ')';
		}
		if ( isset( $block['attrs']['text'] ) ) {
			$texts[] = text_of_html( $block['attrs']['text'] );
		}
		$inner = $block['innerBlocks'] ? texts_of_blocks( $block['innerBlocks'] ) : texts_of_html( $block['innerHTML'] );
		$texts = array_merge( $texts, $inner );
	}
	return $texts;
}

/** Elementor: strings under the keys of its widgets. */
function texts_of_widgets( $elements ) {
	$texts = array();
	foreach ( $elements as $element ) {
		$settings = $element['settings'];
		if ( isset( $settings['title'] ) ) {
			$texts[] = text_of_html( $settings['title'] );
		}
		if ( isset( $settings['editor'] ) ) {
			$texts = array_merge( $texts, texts_of_html( $settings['editor'] ) );
		}
		foreach ( $settings['icon_list'] ?? array() as $item ) {
			$texts[] = text_of_html( $item['text'] );
		}
		$texts = array_merge( $texts, texts_of_widgets( $element['elements'] ) );
	}
	return $texts;
}

/** WPBakery and Divi: what their modules get from WordPress' shortcode parser, with the decoding of each builder. */
function texts_of_shortcodes( $content ) {
	$texts   = array();
	$modules = array(
		'vc_column_text'    => fn( $attributes, $inner ) => texts_of_html( $inner ),
		'vc_custom_heading' => fn( $attributes ) => array( text_of_html( str_replace( array( '`{`', '`}`', '``' ), array( '[', ']', '"' ), $attributes['text'] ) ) ),
		'vc_raw_html'       => fn( $attributes, $inner ) => texts_of_html( rawurldecode( base64_decode( wp_strip_all_tags( $inner ), true ) ) ),
		'et_pb_text'        => fn( $attributes, $inner ) => texts_of_html( $inner ),
		'et_pb_blurb'       => fn( $attributes ) => array( text_of_html( str_replace( array( '%22', '%92', '%91', '%93' ), array( '"', '\\', '[', ']' ), $attributes['title'] ) ) ),
	);
	foreach ( array( 'vc_row', 'vc_column', 'et_pb_section', 'et_pb_row', 'et_pb_column' ) as $container ) {
		add_shortcode( $container, fn( $attributes, $inner ) => do_shortcode( $inner ) );
	}
	foreach ( $modules as $tag => $read ) {
		add_shortcode(
			$tag,
			function ( $attributes, $inner ) use ( &$texts, $read ) {
				$texts = array_merge( $texts, $read( $attributes, $inner ) );
				return '';
			}
		);
	}
	$left = trim( do_shortcode( $content ) );
	return '' === $left ? $texts : array_merge( $texts, array( "(not in a module: $left)" ) );
}

function texts_of_page( $post ) {
	$meta  = fn( $key ) => get_post_meta( $post->ID, $key, true );
	$texts = array( text_of_html( $post->post_title ) );
	if ( $meta( '_elementor_data' ) ) {
		return array_merge( $texts, texts_of_widgets( json_decode( $meta( '_elementor_data' ), true, 512, JSON_THROW_ON_ERROR ) ) );
	}
	if ( str_starts_with( $post->post_content, '[' ) ) {
		return array_merge( $texts, texts_of_shortcodes( $post->post_content ) );
	}
	if ( has_blocks( $post->post_content ) ) {
		return array_merge( $texts, texts_of_blocks( parse_blocks( $post->post_content ) ), array( $meta( '_yoast_wpseo_title' ), $meta( '_yoast_wpseo_metadesc' ) ) );
	}
	$json = $meta( 'acf_json' ) ? json_decode( $meta( 'acf_json' ), true, 512, JSON_THROW_ON_ERROR ) : array( 'texts' => array() );
	return array_merge( $texts, texts_of_html( $post->post_content ), (array) $meta( 'acf_texts' ), $json['texts'] );
}

if ( function_exists( 'get_post_meta' ) ) {
	global $wpdb;
	$pages = array_map(
		fn( $post ) => array( 'slug' => $post->post_name, 'texts' => texts_of_page( $post ) ),
		$wpdb->get_results( "SELECT * FROM $wpdb->posts WHERE post_type = 'page' ORDER BY ID" )
	);
	echo json_encode( $pages, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_THROW_ON_ERROR ), "\n";
}
