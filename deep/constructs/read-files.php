<?php
/* Reads texts in files of other platforms: php read-files.php SPECIFICATION.json; see file-seeds.ts. */
require __DIR__ . '/read-texts.php';

/** Texts of Wix's rich content. */
function texts_of_nodes( $nodes ) {
	$texts = array();
	foreach ( $nodes as $node ) {
		$texts = array_merge( $texts, isset( $node['textData'] ) ? array( $node['textData']['text'] ) : array(), texts_of_nodes( $node['nodes'] ) );
	}
	return $texts;
}

function texts_of_field( $value, $kind ) {
	if ( str_ends_with( $kind, '-twice' ) ) {
		return texts_of_field( htmlspecialchars_decode( $value, ENT_COMPAT ), substr( $kind, 0, -6 ) );
	}
	return match ( $kind ) {
		'plain' => array( $value ),
		'html'  => texts_of_html( $value ),
		'short' => array( text_of_html( $value ) ),
		'rich'  => texts_of_nodes( json_decode( $value, true, 512, JSON_THROW_ON_ERROR )['nodes'] ),
	};
}

/** The last segment of a path, a URL or a slug. */
function slug_of( $value ) {
	return basename( rtrim( $value, '/' ) );
}

function read_xml( $file, $spec ) {
	$document = simplexml_load_file( $file, 'SimpleXMLElement', LIBXML_NONET | LIBXML_PARSEHUGE );
	return array_map(
		function ( $record ) use ( $spec, $document ) {
			$read = function ( $path ) use ( $record, $document ) {
				foreach ( $document->getDocNamespaces() as $prefix => $uri ) {
					$record->registerXPathNamespace( $prefix, $uri );
				}
				return array_map( 'strval', $record->xpath( $path ) );
			};
			$texts = array();
			foreach ( $spec['fields'] as list( $path, $kind ) ) {
				foreach ( $read( $path ) as $value ) {
					$texts = array_merge( $texts, texts_of_field( $value, $kind ) );
				}
			}
			return array( 'slug' => slug_of( $read( $spec['slug'] )[0] ), 'texts' => $texts );
		},
		$document->xpath( $spec['records'] )
	);
}

function read_csv( $file, $spec ) {
	$handle = fopen( $file, 'r' );
	$header = fgetcsv( $handle, null, ',', '"', '' );
	$pages  = array();
	while ( $cells = fgetcsv( $handle, null, ',', '"', '' ) ) {
		$record = array_combine( $header, $cells );
		$texts  = array_map( fn( $field ) => texts_of_field( $record[ $field[0] ], $field[1] ), $spec['fields'] );
		$pages[] = array( 'slug' => slug_of( $record[ $spec['slug'] ] ), 'texts' => array_merge( ...$texts ) );
	}
	return $pages;
}

$spec  = json_decode( file_get_contents( $argv[1] ), true, 512, JSON_THROW_ON_ERROR );
$pages = array_map( fn( $file ) => str_ends_with( $file, '.csv' ) ? read_csv( $file, $spec ) : read_xml( $file, $spec ), $spec['files'] );
echo json_encode( array_merge( ...$pages ), JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_THROW_ON_ERROR ), "\n";
