/**
 * Sees that whatever a room lends to others says what it takes and gives: each exported function and
 * class has a comment. Whether it is a good one is for a reader to judge.
 */
import { type Declaration, parseSync } from '@swc/core';

const FUNCTIONS = new Set(['ArrowFunctionExpression', 'FunctionExpression']);

/** @returns one line for each exported function or class without a comment of its own: file, line, name */
export function findBareExports(file: string, source: string): string[] {
  // Spans count bytes and go on from file to file, so the first token tells where this file begins.
  const bytes = Buffer.from(`0;${source}`);
  const { body, span } = parseSync(bytes.toString(), { syntax: 'typescript', target: 'es2024' });
  const seen = new Set<string>();
  return body.flatMap((node) => {
    if (node.type !== 'ExportDeclaration') return [];
    const name = nameCallable(node.declaration);
    // Of several signatures of one function the first has the comment.
    if (name === undefined || seen.has(name)) return [];
    seen.add(name);
    const before = bytes.subarray(0, node.span.start - span.start).toString();
    if (before.endsWith('*/\n')) return [];
    return [`${file}:${before.split('\n').length} ${name} is exported without a comment of its own`];
  });
}

function nameCallable(declaration: Declaration): string | undefined {
  const { type } = declaration;
  if (type === 'FunctionDeclaration' || type === 'ClassDeclaration') return declaration.identifier.value;
  const first = type === 'VariableDeclaration' ? declaration.declarations[0] : undefined;
  if (first?.id.type !== 'Identifier' || !FUNCTIONS.has(first.init?.type ?? '')) return undefined;
  return first.id.value;
}
