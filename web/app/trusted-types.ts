/**
 * Default Trusted Types policy (W3C): the browser passes it text that becomes markup or a script URL. It accepts
 * text without tags, because Mantine writes styles as markup, and same-origin URLs; anything else is reported.
 * Must be imported before anything renders.
 */

interface Policy {
  createHTML(text: string): string | null;
  createScriptURL(url: string): string | null;
}

/** Missing in some browsers and in TypeScript's types. */
const { trustedTypes } = window as Window & {
  trustedTypes?: { createPolicy(name: string, policy: Policy): unknown };
};

/** Start of a tag or comment, as an HTML parser reads it. */
const TAG = /<[a-z/!?]/i;

trustedTypes?.createPolicy('default', {
  createHTML: (text) => (TAG.test(text) ? null : text),
  createScriptURL: (url) => (new URL(url, location.href).origin === location.origin ? url : null),
});
