/**
 * Declares the globals that the contract uses. This folder is compiled without the types of Node and
 * browsers, so that other globals don't compile.
 */

interface Blob {
  readonly size: number;
  readonly type: string;
}

interface TextEncoder {
  encode(input?: string): Uint8Array<ArrayBuffer>;
}

declare var TextEncoder: { new (): TextEncoder };

declare var URL: {
  new (text: string): { readonly hostname: string };
  canParse(text: string): boolean;
};

interface TextDecoder {
  readonly encoding: string;
}
declare var TextDecoder: { new (label?: string): TextDecoder };
