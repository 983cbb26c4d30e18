/** Checks block comments with JSON and JSON-LD scripts in a page's content. */
import { excerpt, type Finding } from '../../../verify/finding.ts';
import { checkJson } from './meta-rules.ts';

/** Divi saves a line break of a code module as a comment. */
const DIVI_MARKER =
  /(?:<|&lt;)!(?:[-–]|&#8211;){1,2}\s?\[et_pb_(?:line_break|br)_holder\]\s?(?:[-–]|&#8211;){1,2}(?:>|&gt;)|\|\|et_pb_line_break_holder\|\|/gu;

const BLOCK_HEAD = /\s+(\/)?wp:([a-z][a-z0-9_-]*(?:\/[a-z][a-z0-9_-]*)?)(?=\s|\/?$)/uy;
const JSON_START = /\s+\{/uy;
const JSON_END = /\}\s+\/?-->/gu;
const JSON_LD_KIND = { code: 'malformed-json-ld', isExcusable: true } as const;
/** The rare end of `ld+json`, which is fast to find. */
const JSON_LD_TYPE = '+json';
const JSON_LD = /<script\b[^>]*\bapplication\/ld\+json\b[^>]*>([\s\S]*?)<\/script>/giu;

/** Wrappers that hid scripts from old browsers and XML readers; search engines read their content. */
const WRAPPER_START = /^\s*(?:\/\/\s*|\/\*\s*)?(?:<!\[CDATA\[(?:\s*\*\/)?|<!--)/u;
const WRAPPER_END = /(?:\/\/\s*|\/\*\s*)?(?:\]\]>(?:\s*\*\/)?|-->)\s*$/u;

interface Block {
  name: string;
  at: number;
  isCloser: boolean;
  isVoid: boolean;
}

/** Finds the end of the comment at `from`: JSON may contain `-->`, so WordPress requires a brace before it. */
function findEnd(content: string, from: number): number {
  BLOCK_HEAD.lastIndex = from + 4;
  JSON_START.lastIndex = BLOCK_HEAD.test(content) ? BLOCK_HEAD.lastIndex : content.length;
  JSON_END.lastIndex = JSON_START.test(content) ? JSON_START.lastIndex : content.length;
  return content.indexOf('-->', JSON_END.test(content) ? JSON_END.lastIndex - 3 : from + 4);
}

/** The block whose comment is in `range`, or undefined when it is an ordinary comment. */
function readBlock(
  content: string,
  { from, to }: { from: number; to: number },
  findings: Finding[],
): Block | undefined {
  BLOCK_HEAD.lastIndex = from + 4;
  const head = BLOCK_HEAD.exec(content);
  if (head === null || BLOCK_HEAD.lastIndex > to) return undefined;
  const name = head[2] ?? '';
  const body = content.slice(BLOCK_HEAD.lastIndex, to).trim();
  const isVoid = body.endsWith('/');
  const attributes = isVoid ? body.slice(0, -1).trimEnd() : body;
  if (attributes !== '') {
    // attributes are an object or nothing: a lone `5` is valid JSON and yet no block
    const json = attributes.startsWith('{') ? attributes : `{${attributes}`;
    // never excused: the blocks after it are damaged
    const faults = checkJson(json, `the JSON of the block wp:${name}`, { code: 'malformed-block-json' });
    findings.push(...faults.map((finding) => ({ ...finding, at: from })));
  }
  return { name, at: from, isCloser: head[1] !== undefined, isVoid };
}

/** Reports blocks that are closed but not open. */
function checkNesting(open: Block[], block: Block, findings: Finding[]): void {
  if (block.isVoid) return;
  if (!block.isCloser) {
    open.push(block);
    return;
  }
  if (open.at(-1)?.name === block.name) {
    open.pop();
    return;
  }
  findings.push({
    code: 'block-unbalanced',
    severity: 'notice',
    text: `the block wp:${block.name} is closed while another block is open; fix the content.`,
    at: block.at,
    isExcusable: true,
  });
}

function checkBlocks(content: string): Finding[] {
  const findings: Finding[] = [];
  const open: Block[] = [];
  for (let from = content.indexOf('<!--'); from !== -1; from = content.indexOf('<!--', from + 4)) {
    const to = findEnd(content, from);
    if (to === -1) {
      findings.push({
        code: 'comment-open',
        severity: 'notice',
        text: `a comment is never closed: "${excerpt(content.slice(from))}"; close it with -->.`,
        at: from,
        isExcusable: true,
      });
      break;
    }
    const block = readBlock(content, { from, to }, findings);
    if (block !== undefined) checkNesting(open, block, findings);
    if (findings.length > 20) return findings;
  }
  const unclosed = open.at(-1);
  if (unclosed !== undefined) {
    findings.push({
      code: 'block-unbalanced',
      severity: 'notice',
      text: `the block wp:${unclosed.name} is never closed; fix the content.`,
      at: unclosed.at,
      isExcusable: true,
    });
  }
  return findings;
}

function checkJsonLd(content: string): Finding[] {
  const findings: Finding[] = [];
  // Searches for the rare type first, because scanning a page for scripts is slow.
  for (let at = content.indexOf(JSON_LD_TYPE); at !== -1; at = content.indexOf(JSON_LD_TYPE, at)) {
    JSON_LD.lastIndex = content.lastIndexOf('>', at) + 1;
    const match = JSON_LD.exec(content);
    if (match === null) break;
    at = JSON_LD.lastIndex;
    const json = undoDiviMarkers(match[1] ?? '')
      .trim()
      .replace(WRAPPER_START, '')
      .replace(WRAPPER_END, '')
      .trim();
    if (json === '') continue;
    for (const finding of checkJson(json, 'a JSON-LD script', JSON_LD_KIND))
      findings.push({ ...finding, at: match.index });
  }
  return findings;
}

/** Checks `content:encoded` or an excerpt; fast for texts without blocks and scripts. */
export function checkContent(content: string): Finding[] {
  const findings = /<!--\s+\/?wp:/u.test(content) ? checkBlocks(content) : [];
  return [...findings, ...checkJsonLd(content)];
}

/** Restores the line breaks that Divi saved as markers, as a browser gets the code. */
export function undoDiviMarkers(code: string): string {
  return code.includes('_holder') ? code.replaceAll(DIVI_MARKER, '\n') : code;
}
