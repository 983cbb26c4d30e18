/**
 * The one policy of Trusted Types (W3C), by which the browser judges text that becomes markup or the address of a
 * script. Mantine writes styles as markup, and the reader of files is a worker of our own; whatever holds a tag or
 * comes from elsewhere is reported. Imported before anything that draws.
 */

interface Policy {
  createHTML(text: string): string | null;
  createScriptURL(url: string): string | null;
}

/** Not in all browsers, and not among the types of TypeScript. */
const { trustedTypes } = window as Window & {
  trustedTypes?: { createPolicy(name: string, policy: Policy): unknown };
};

/** What an HTML parser takes for the beginning of a tag or a comment. */
const TAG = /<[a-z/!?]/i;

trustedTypes?.createPolicy('default', {
  createHTML: (text) => (TAG.test(text) ? null : text),
  createScriptURL: (url) => (new URL(url, location.href).origin === location.origin ? url : null),
});
