/**
 * Builds the web room into dist/web. No file is inlined and no script stands in the page, because
 * the page is served under a content security policy that allows neither; the nonce is a mark that
 * the server replaces in each answer.
 */
import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv, parseSync, type Plugin, Visitor } from 'vite';

/** What more parts share than this comes with the frame: each file that a page asks for costs a moment of its own. */
const MOST_PARTS = 14;
const FRAME = /\/web\/app\/shell\.tsx$/;
/** Pages that need no sign-in stand without the frame. */
const PUBLIC = /\/web\/features\/account\/[\w-]+-page\.tsx$/;

interface Graph {
  getModuleInfo: (id: string) => { importers: string[]; dynamicImporters: string[] } | null;
}

/** @returns the modules that are loaded on demand and bring this one, or that is one itself */
function findParts(id: string, graph: Graph): string[] {
  const above = new Set([id]);
  for (const each of above) for (const user of graph.getModuleInfo(each)?.importers ?? []) above.add(user);
  return [...above].filter((each) => graph.getModuleInfo(each)?.dynamicImporters.length);
}

/** @returns the file of a module that several parts share; null leaves it to the bundler */
function nameShared(id: string, graph: Graph): string | null {
  const parts = findParts(id, graph);
  if (parts.some((part) => PUBLIC.test(part))) return null;
  return parts.some((part) => FRAME.test(part)) || parts.length > MOST_PARTS ? 'frame' : null;
}

/** The charts use more of this package than the frame does: with a copy of their own, only the chart loads that. */
const STORE = '@reduxjs/toolkit';
const storeOfCharts: Plugin = {
  name: 'store-of-charts',
  enforce: 'pre',
  async resolveId(source, importer) {
    if (source !== STORE || !importer?.includes('/node_modules/recharts/')) return null;
    const found = await this.resolve(source, importer, { skipSelf: true });
    return found && `${found.id}?charts`;
  },
};

/** Properties of an endpoint that only the server and the API document read, with the kinds of their values. */
const DOCUMENTATION: Readonly<Record<string, RegExp>> = {
  summary: /^(Literal|TemplateLiteral)$/,
  audit: /^(ArrayExpression|ObjectExpression)$/,
};

/** The browser needs the shapes of the contract, and not the words that document them. */
const contractWithoutDocumentation: Plugin = {
  name: 'contract-without-documentation',
  apply: 'build',
  enforce: 'post',
  transform(code, id) {
    if (!/\/contract\/[\w.-]+\.ts$/.test(id)) return null;
    const cuts: [start: number, end: number][] = [];
    new Visitor({
      Property(node) {
        if (node.key.type !== 'Identifier' || !DOCUMENTATION[node.key.name]?.test(node.value.type)) return;
        cuts.push([node.start, code[node.end] === ',' ? node.end + 1 : node.end]);
      },
      CallExpression({ callee, end }) {
        if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
        if (callee.property.name === 'describe') cuts.push([callee.object.end, end]);
      },
    }).visit(parseSync(id, code, { lang: 'js' }).program);
    return cuts
      .toSorted(([a], [b]) => b - a)
      .reduce((left, [start, end]) => left.slice(0, start) + left.slice(end), code);
  },
};

/** From the environment, or from the file that the server reads as well. */
const { VITE_API_BASE: apiBase = '' } = loadEnv('production', import.meta.dirname);

export default defineConfig({
  root: 'web',
  // By the usual one there is no other origin, and nothing of it is in the build.
  define: { 'import.meta.env.VITE_API_BASE': JSON.stringify(apiBase === '/api/v1' ? '' : apiBase) },
  plugins: [react(), storeOfCharts, contractWithoutDocumentation],
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      checks: { bundlerTimings: false },
      output: {
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 1 },
            // The names of its styles alone would bring the code field all that forms share.
            { name: 'footer-field', test: /footer-field\.module\.css/, priority: 2 },
            { name: nameShared },
          ],
        },
      },
    },
  },
  server: { host: '127.0.0.1', port: 5173, proxy: { '/api': 'http://127.0.0.1:8080' } },
});
