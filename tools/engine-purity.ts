/**
 * Keeps clock and waiting out of the engine: the same input must give the same bytes, in a worker, on
 * a server and in a browser alike. Modules of Node are the walls' affair, other globals the linter's.
 */
import { parseSync } from '@swc/core';

interface SyntaxNode {
  type?: string;
  span?: { start: number };
  async?: boolean;
  await?: boolean;
  callee?: SyntaxNode;
  value?: unknown;
}

/**
 * Finds what an engine file must not hold.
 * @returns one line for each find: file, line, what it is
 */
export function findImpurities(file: string, source: string): string[] {
  // Spans count bytes and go on from file to file, so the first token tells where this file begins.
  const bytes = Buffer.from(`0;${source}`);
  const program = parseSync(bytes.toString(), { syntax: 'typescript', target: 'es2024' });
  const origin = program.span.start;
  const finds: string[] = [];
  visit(program, (node) => {
    const what = nameImpurity(node);
    if (what === undefined) return;
    const before = bytes.subarray(0, (node.span?.start ?? origin) - origin).toString();
    finds.push(`${file}:${before.split('\n').length} ${what} does not belong in the engine`);
  });
  return finds;
}

function nameImpurity(node: SyntaxNode): string | undefined {
  if (node.async === true) return 'async';
  switch (node.type) {
    case 'AwaitExpression':
      return 'await';
    case 'ForOfStatement':
      return node.await === true ? 'for await' : undefined;
    case 'NewExpression':
    case 'CallExpression':
      return node.callee?.type === 'Identifier' && node.callee.value === 'Date'
        ? 'a clock (Date)'
        : undefined;
    default:
      return undefined;
  }
}

function visit(value: unknown, see: (node: SyntaxNode) => void): void {
  if (typeof value !== 'object' || value === null) return;
  if ('type' in value) see(value as SyntaxNode);
  for (const child of Object.values(value)) visit(child, see);
}
