/**
 * One encoder for each context of a seed: from the text of a value to what stands there, so that a
 * reader of that context gets exactly the text back and nothing of it can end the context.
 */
import { base64Encoders } from './base64/encode-base64.ts';
import { csvEncoders } from './csv/encode-csv.ts';
import { cssEncoders } from './css/encode-css.ts';
import { htmlEncoders } from './html/encode-html.ts';
import { hublEncoders } from './hubl/encode-hubl.ts';
import { jsonEncoders } from './json/encode-json.ts';
import { phpEncoders } from './php/encode-php.ts';
import { scriptEncoders } from './script/encode-script.ts';
import { urlEncoders } from './url/encode-url.ts';
import { xmlEncoders } from './xml/encode-xml.ts';
import { shortcodeEncoders } from './shortcode/encode-shortcode.ts';
import { type Encoder, HARMLESS_CHARACTERS, type Unencodable, isHarmless } from './encoding.ts';

/**
 * For code and styles that no parser of their language reads: nothing is known there of what ends what,
 * so a value may only hold what means nothing anywhere.
 */
const harmlessEncoder: Encoder = {
  label: 'code with a mistake',
  encode: (value) =>
    isHarmless(value)
      ? value
      : {
          code: 'value-not-harmless',
          reason: `is in a script or style with a syntax error, where only ${HARMLESS_CHARACTERS} are allowed`,
        },
  isWhole: true,
};

/** Drupal, `Token::scan()`: a type, a colon and a name in brackets. */
const tokenEncoder: Encoder = {
  label: 'text with tokens',
  encode: (value) =>
    /\[[^\s[\]:]+:[^[\]]+\]/.test(value)
      ? {
          code: 'value-not-harmless',
          reason: 'has a token such as [site:name] in a field where Drupal would replace it',
        }
      : value,
  isWhole: true,
};

const ENCODERS: Record<string, Encoder> = {
  ...xmlEncoders,
  ...htmlEncoders,
  ...shortcodeEncoders,
  ...urlEncoders,
  ...scriptEncoders,
  ...cssEncoders,
  ...jsonEncoders,
  ...hublEncoders,
  ...csvEncoders,
  ...phpEncoders,
  ...base64Encoders,
  harmless: harmlessEncoder,
  'no-token': tokenEncoder,
};

/** The encoder of a context as scans name it. A name without one is a bug of ours, so it throws. */
export function encoderNamed(name: string): Encoder {
  const encoder = Object.hasOwn(ENCODERS, name) ? ENCODERS[name] : undefined;
  if (!encoder) throw new Error(`no encoder is named ${name}`);
  return encoder;
}

/** Encodes for a whole stack, innermost first. */
export function encodeAll(value: string, encoders: readonly Encoder[]): string | Unencodable {
  let text = value;
  for (const encoder of encoders) {
    const encoded = encoder.encode(text);
    if (typeof encoded !== 'string') return encoded;
    text = encoded;
  }
  return text;
}
