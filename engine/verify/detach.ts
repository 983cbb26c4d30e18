/** Keeps a short text without the long one that it was cut from. */

/** A text that does not keep the megabyte alive which it was cut from. */
export function detach(text: string): string {
  return decoder.decode(encoder.encode(text));
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();
