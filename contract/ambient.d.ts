/**
 * The few globals of the platform that the table uses. The room is compiled without the types of Node
 * and of the browser, so that nothing else of them slips in.
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
