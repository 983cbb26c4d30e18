/** What the `type` of a `<script>` says that it holds. */
import type { ScriptGoal } from '../script/parse-script.ts';

/** What browsers run (WHATWG MIME Sniffing, "JavaScript MIME type essence match"). */
const CLASSIC =
  /^(?:|(?:application|text)\/(?:x-)?(?:java|ecma)script|text\/(?:javascript1\.[0-5]|jscript|livescript))$/i;
/** Types that Babel and the TypeScript compiler look for. */
const TRANSLATED = /^(?:application|text)\/(?:x-)?(?:babel|jsx|tsx?|typescript)$/i;
const DATA = /json|^importmap$|^speculationrules$/i;
const MARKUP = /template|tmpl|html|handlebars|mustache|underscore|ejs|nunjucks|jsrender|liquid|markdown|xml/i;

/**
 * @param type trimmed; empty where there is none
 * @returns how the text is read, `markup` for a template. Other types belong to plugins that delay scripts
 *   or translate them, so they may be run.
 */
export function goalOfType(type: string): ScriptGoal | 'markup' {
  if (CLASSIC.test(type)) return 'script';
  if (/^module$/i.test(type)) return 'module';
  if (TRANSLATED.test(type)) return 'translated';
  if (DATA.test(type)) return 'json';
  return MARKUP.test(type) ? 'markup' : 'unknown';
}

/** Does the `lang` of a `<script>` say that it is compiled first? */
export function isTranslatedLanguage(lang: string): boolean {
  return /^(?:jsx|tsx?|typescript|babel)$/i.test(lang);
}
