/**
 * Builds web/ into dist/web. No file is inlined and the page contains no script, because the page is served under a
 * content security policy that allows neither. The server replaces the nonce placeholder in each response.
 */
import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv, parseSync, type Plugin, Visitor } from 'vite';

/** Modules that more parts share are bundled with the frame, because each file that a page requests costs time. */
const MAX_PARTS = 15;
const FRAME = /\/web\/app\/shell\.tsx$/;
/** Pages without sign-in load without the frame. */
const PUBLIC = /\/web\/features\/account\/[\w-]+-page\.tsx$/;

interface Graph {
  getModuleInfo: (id: string) => { importers: string[]; dynamicImporters: string[] } | null;
}

/** @returns the modules loaded on demand that import this one, possibly itself */
function findParts(id: string, graph: Graph): string[] {
  const above = new Set([id]);
  for (const each of above) for (const user of graph.getModuleInfo(each)?.importers ?? []) above.add(user);
  return [...above].filter((each) => graph.getModuleInfo(each)?.dynamicImporters.length);
}

/** @returns the chunk of a module that several parts share; null lets the bundler decide */
function nameShared(id: string, graph: Graph): string | null {
  const parts = findParts(id, graph);
  if (parts.some((part) => PUBLIC.test(part))) return null;
  return parts.some((part) => FRAME.test(part)) || parts.length > MAX_PARTS ? 'frame' : null;
}

/** Gives the charts a copy of this package: they use more of it than the frame, which would load all of that. */
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

type Part = [start: number, end: number];

const replaceParts = (code: string, parts: readonly Part[], text: string): string =>
  parts
    .toSorted(([a], [b]) => b - a)
    .reduce((left, [start, end]) => left.slice(0, start) + text + left.slice(end), code);

/** Endpoint properties that only the server and the API document read, with the node types of their values. */
const DOCUMENTATION: Readonly<Record<string, RegExp>> = {
  summary: /^(Literal|TemplateLiteral)$/,
  audit: /^(ArrayExpression|ObjectExpression)$/,
};

/** Removes the documentation from the contract: the browser needs only the shapes. */
const contractWithoutDocumentation: Plugin = {
  name: 'contract-without-documentation',
  apply: 'build',
  enforce: 'post',
  transform(code, id) {
    if (!/\/contract\/[\w.-]+\.ts$/.test(id)) return null;
    const cuts: Part[] = [];
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
    return replaceParts(code, cuts, '');
  },
};

/**
 * Empties the exported functions that write JSON Schema in zod: only the API document needs them. They are 5 kB of the
 * sign-in form.
 */
const zodWithoutJsonSchema: Plugin = {
  name: 'zod-without-json-schema',
  apply: 'build',
  transform(code, id) {
    if (!/\/zod\/v4\/core\/(?:to-json-schema|json-schema-processors)\.js$/.test(id)) return null;
    const cuts: Part[] = [];
    new Visitor({
      ExportNamedDeclaration({ declaration }) {
        if (declaration?.type !== 'VariableDeclaration') return;
        for (const { init } of declaration.declarations)
          if (init?.type === 'ArrowFunctionExpression') cuts.push([init.start, init.end]);
      },
    }).visit(parseSync(id, code, { lang: 'js' }).program);
    return replaceParts(code, cuts, '() => undefined');
  },
};

/** From the environment, or from the `.env` that the server reads, too. */
const { VITE_API_BASE: apiBase = '' } = loadEnv('production', import.meta.dirname);

export default defineConfig({
  root: 'web',
  // With the default path there is no other origin, so the build contains no code for it.
  define: { 'import.meta.env.VITE_API_BASE': JSON.stringify(apiBase === '/api/v1' ? '' : apiBase) },
  plugins: [react(), storeOfCharts, contractWithoutDocumentation, zodWithoutJsonSchema],
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
            // Otherwise the code field would load everything that forms share, only for its class names.
            { name: 'footer-field', test: /footer-field\.module\.css/, priority: 2 },
            { name: nameShared },
          ],
        },
      },
    },
  },
  server: { host: '127.0.0.1', port: 5173, proxy: { '/api': 'http://127.0.0.1:8080' } },
});
