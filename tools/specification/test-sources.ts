/**
 * Reads the source of tests: the test call, its table of cases, and the helpers that it uses, from the same file
 * and from fixtures.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync } from 'vite';

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

interface Source {
  text: string;
  /** Source of each declaration at the top of the file, by its name. */
  declared: Map<string, string>;
  /** File and name there, by the name here. */
  imported: Map<string, { file: string; name: string }>;
  tests: Map<string, string>;
}

/** Imports from the product aren't part of a test. */
const IS_HELPER = /^e2e\/|-fixture\.tsx?$/;
const TESTS = new Set(['test', 'it']);
/** By path. */
const sources = new Map<string, Source | undefined>();

/** @returns the source of the test, or undefined if the file has no test with this title */
export function readTest(root: string, file: string, title: string): string | undefined {
  const source = readSource(root, file);
  const own = source?.tests.get(title);
  return source && own !== undefined ? [own, ...followNames(root, source, own)].join('\n') : undefined;
}

/** @returns titles as in the source, with the placeholders of test tables */
export function listTests(root: string, file: string): string[] {
  return [...(readSource(root, file)?.tests.keys() ?? [])];
}

function readSource(root: string, file: string): Source | undefined {
  const path = join(root, file);
  if (!sources.has(path)) sources.set(path, existsSync(path) ? parse(root, file) : undefined);
  return sources.get(path);
}

function parse(root: string, file: string): Source {
  const text = readFileSync(join(root, file), 'utf8');
  const { program } = parseSync(file, text);
  const source: Source = { text, declared: new Map(), imported: new Map(), tests: new Map() };
  for (const statement of program.body as unknown as Node[]) readStatement(source, file, statement);
  findTests(source, program);
  return source;
}

function readStatement(source: Source, file: string, statement: Node): void {
  const cut = ({ start, end }: Node) => source.text.slice(start, end);
  if (statement.type === 'ImportDeclaration') {
    const from = (statement.source as { value: string }).value;
    if (!IS_HELPER.test(join(dirname(file), from))) return;
    for (const { local, imported } of statement.specifiers as Record<string, { name: string }>[])
      if (local && imported)
        source.imported.set(local.name, { file: join(dirname(file), from), name: imported.name });
    return;
  }
  const declaration = (statement.declaration as Node | null | undefined) ?? statement;
  if (declaration.type === 'FunctionDeclaration')
    source.declared.set((declaration.id as { name: string } & Node).name, cut(declaration));
  if (declaration.type === 'VariableDeclaration')
    for (const part of declaration.declarations as Node[]) {
      const { type, name } = part.id as Node & { name: string };
      if (type === 'Identifier') source.declared.set(name, cut(part));
    }
}

/** Finds the calls of `test` and `it`, also in groups. */
function findTests(source: Source, node: unknown): void {
  if (Array.isArray(node)) {
    for (const each of node) findTests(source, each);
    return;
  }
  if (typeof node !== 'object' || node === null || !('type' in node)) return;
  const own = node as Node;
  if (own.type === 'CallExpression' && TESTS.has(getRootName(own.callee as Node))) {
    const title = readTitle((own.arguments as Node[])[0]);
    if (title !== undefined) {
      source.tests.set(title, source.text.slice(own.start, own.end));
      return;
    }
  }
  for (const value of Object.values(own)) findTests(source, value);
}

/** Returns `test` for `test.each([…])`. */
function getRootName(callee: Node): string {
  if (callee.type === 'Identifier') return (callee as unknown as { name: string }).name;
  const inner = callee.type === 'CallExpression' ? callee.callee : callee.object;
  return inner ? getRootName(inner as Node) : '';
}

function readTitle(argument: Node | undefined): string | undefined {
  if (argument?.type === 'Literal' && typeof argument.value === 'string') return argument.value;
  return undefined;
}

function followNames(root: string, start: Source, own: string): string[] {
  const found: string[] = [];
  const seen = new Set<string>();
  const follow = (source: Source, text: string) => {
    for (const [name] of text.matchAll(/[A-Za-z_$][\w$]*/g)) {
      const place = source.imported.get(name);
      const holder = place ? readSource(root, place.file) : source;
      const part = holder?.declared.get(place?.name ?? name);
      if (holder === undefined || part === undefined || seen.has(part)) continue;
      seen.add(part);
      found.push(part);
      follow(holder, part);
    }
  };
  follow(start, own);
  return found;
}
