/**
 * Finds the ranges of a raw seed that are code of a script or a style sheet rather than a string of it: braces
 * and percent signs mean something else there. Tags may be escaped as references or in JSON.
 */
import type { Range } from '../piece.ts';
import { RangeFinder } from '../range-finder.ts';

const OPENING = /(?:<|&(?:amp;)*lt;|(?<!\\)\\+u003c)(script|style)(?![\w-])/gi;
const STRING_START = /(?<!\\)\\*["'`]|&(?:amp;)*(?:quot|#0*3[49]|#x0*2[27]);|\/\*|\/\/(?:(?!\\n)[^\n])*/gi;
/** `x-data="{city}"`, `:class="…"`, `onclick="…"`: attributes whose value is a program. */
const PROGRAM_ATTRIBUTE =
  /[\s"'](?:x-[\w.:-]+|v-[\w.:-]+|ng-[\w-]+|[:@][a-z][\w.:-]*|on[a-z]{3,}|hx-on[\w:.-]*)=(?:\\*"[^"]*|\\*'[^']*)$/i;
const ATTRIBUTE_WIDTH = 500;

/** Programs of one raw text, found when the first position is checked. */
export class ProgramRanges {
  readonly #text: string;
  #programs: RangeFinder<Range> | undefined;
  #open: { program: Range; strings: RangeFinder<Range & { isTemplate: boolean }> } | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /**
   * Checks if a position is code. Positions come in ascending order.
   * @param isBraced the form has braces, so code in attributes of frameworks counts as well
   */
  contains(position: number, isBraced: boolean, open: string): boolean {
    if (isBraced && this.#isInAttribute(position)) return true;
    this.#programs ??= new RangeFinder(this.#findPrograms());
    const program = this.#programs.find(position);
    if (!program) return false;
    if (this.#open?.program !== program)
      this.#open = { program, strings: new RangeFinder(this.#findStrings(program)) };
    const string = this.#open.strings.find(position);
    return string === undefined || (string.isTemplate && open === '${');
  }

  #isInAttribute(position: number): boolean {
    return PROGRAM_ATTRIBUTE.test(this.#text.slice(Math.max(0, position - ATTRIBUTE_WIDTH), position));
  }

  #findPrograms(): Range[] {
    const found: Range[] = [];
    OPENING.lastIndex = 0;
    for (let match = OPENING.exec(this.#text); match; match = OPENING.exec(this.#text)) {
      const closing = new RegExp(`(?:<|&(?:amp;)*lt;|(?<!\\\\)\\\\+u003c)\\\\*/${match[1]}`, 'gi');
      closing.lastIndex = OPENING.lastIndex;
      const end = closing.exec(this.#text)?.index ?? this.#text.length;
      const tagEnd = this.#text.slice(match.index, end).search(/>|&(?:amp;)*gt;|(?<!\\)\\+u003e/i);
      found.push({ from: tagEnd < 0 ? match.index : match.index + tagEnd, to: end });
      OPENING.lastIndex = end;
    }
    return found;
  }

  /** Finds the strings of a program, but not in its comments. */
  #findStrings(program: Range): (Range & { isTemplate: boolean })[] {
    const text = this.#text.slice(program.from, program.to);
    const strings: (Range & { isTemplate: boolean })[] = [];
    STRING_START.lastIndex = 0;
    for (let match = STRING_START.exec(text); match; match = STRING_START.exec(text)) {
      const [mark] = match;
      const from = match.index + mark.length;
      if (mark.startsWith('//')) continue;
      const to = mark === '/*' ? text.indexOf('*/', from) : findEnd(text, mark, from);
      const end = to < 0 ? text.length : to;
      if (mark !== '/*')
        strings.push({ from: program.from + from, to: program.from + end, isTemplate: mark.endsWith('`') });
      STRING_START.lastIndex = end + (mark === '/*' ? 2 : mark.length);
    }
    return strings;
  }
}

/** Finds the next occurrence of the mark that isn't escaped. */
function findEnd(text: string, mark: string, from: number): number {
  for (let at = text.indexOf(mark, from); at >= 0; at = text.indexOf(mark, at + mark.length))
    if (text[at - 1] !== '\\') return at;
  return -1;
}
