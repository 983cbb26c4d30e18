/** Syntax of one platform, for the scan of its seeds. Without it the same text is plain text. */
import type { Encoder } from '../text/encoder.ts';
import type { Columns } from '../language/columns.ts';
import type { Bracketed } from '../language/placeholder.ts';
import type { TextLayer } from './layers.ts';
import type { Piece, Range } from './piece.ts';

/** A range of a text that is written in another language, and the encoder of the values in it. */
export interface EncodedRange extends Range {
  encoder: Encoder;
}

/** A tag of HTML, a block or a shortcode. */
export interface TagRange {
  name: string;
  /** `void`: it has no end tag. */
  kind: 'open' | 'close' | 'void';
  start: number;
  end: number;
  /** Its attributes are data in JSON, which may be its whole content. */
  isBlock?: boolean;
}

/** Placeholders of a seed, as a codec sees them. */
export interface SeedNames {
  readonly columns: Columns;
  /** Masks everything between the brackets of placeholders that could be read as structure. */
  mask: (text: string) => string;
  /** Refuses a bracketed text of a text if it is a marker of a construct. */
  refuseMarker: (bracketed: Bracketed, text: string, reason: string) => void;
}

/** The platform's reason for not filling a placeholder in brackets. */
export interface Refusal {
  /** Code of the problem. */
  code: string;
  /** Follows the placeholder in the text of the problem. */
  reason: string;
}

export interface ServerCode {
  /** Recognizes it in a string or by its key. */
  test: (text: string, key: string) => boolean;
  refusal: Refusal;
}

export interface Codecs {
  /** Scans a string in a format of the platform; `undefined` for another string. */
  scanString?: (text: string, scanInner: (text: string, key: string) => Piece[]) => Piece[] | undefined;
  /** Code that runs on the server, which takes no values. */
  serverCode?: ServerCode;
  /** Recognizes a URL in a form of the platform, whose file names may contain spaces. */
  isMediaUrl?: (text: string) => boolean;
  /** Recognizes styles by the key of a string. */
  isStyleSheet?: (text: string, key: string) => boolean;
  /** Recognizes a string without tags that is shown as HTML. */
  isMarkup?: (text: string) => boolean;
  /** Encodings of a text within another. */
  layers?: readonly TextLayer[];
  /** Encodes the pieces of an HTML text for the syntax around them. */
  encodeAround?: (text: string, pieces: Piece[]) => Piece[];
  /** Finds JSON in an HTML comment. */
  findCommentJson?: (comment: string) => EncodedRange | undefined;
  /** Finds the tags of the platform in HTML, with masked placeholders. */
  findTags?: (html: string) => TagRange[];
  /** Finds HTML that is encoded once more, in a text without tags. */
  findEncodedHtml?: (text: string) => EncodedRange[];
  /** Scans a script or a style sheet as it runs. */
  scanCode?: (text: string, scan: (text: string) => Piece[]) => Piece[];
  /** Scans a text whose template tags the platform evaluates. */
  scanTemplate?: (text: string, names: SeedNames, read: (text: string) => Piece[]) => Piece[];
  /** Encodes the pieces of a text for the template engine of the page. */
  encodeForPage?: (text: string, names: SeedNames, pieces: Piece[]) => Piece[];
  /** Codecs of the site outside of the page, such as its footer. */
  outside?: Codecs;
}
