/** Language of a script by the `type` of its element. */
import type { ScriptGoal } from '../script/parse-script.ts';

/** Types that browsers run (WHATWG MIME Sniffing, "JavaScript MIME type essence match"). */
const CLASSIC =
  /^(?:|(?:application|text)\/(?:x-)?(?:java|ecma)script|text\/(?:javascript1\.[0-5]|jscript|livescript))$/i;
/** Types that Babel and the TypeScript compiler look for. */
const JSX = /^(?:application|text)\/(?:x-)?(?:babel|jsx|tsx)$/i;
const TYPESCRIPT = /^(?:application|text)\/(?:x-)?(?:ts|typescript)$/i;
const DATA = /json|^importmap$|^speculationrules$/i;
const MARKUP = /template|tmpl|html|handlebars|mustache|underscore|ejs|nunjucks|jsrender|liquid|markdown|xml/i;

/**
 * Returns how a script is read, `markup` for a template. Other types belong to plugins that delay scripts
 * or translate them, so they may be run.
 * @param type trimmed; empty if the element doesn't have one
 */
export function getScriptGoal(type: string): ScriptGoal | 'markup' {
  if (CLASSIC.test(type)) return 'script';
  if (/^module$/i.test(type)) return 'module';
  if (TYPESCRIPT.test(type)) return 'typescript';
  if (JSX.test(type)) return 'jsx';
  if (DATA.test(type)) return 'json';
  return MARKUP.test(type) ? 'markup' : 'unknown';
}
