/**
 * Builds the web room into dist/web. No file is inlined and no script stands in the page, because
 * the page is served under a content security policy that allows neither; the nonce is a mark that
 * the server replaces in each answer.
 */
import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv, type Plugin } from 'vite';

/** What fewer pages share has a file of its own: it would come with pages that never use it, the frame first of all. */
const LEAST_PAGES = 20;

const FRAME_ICONS = /lucide-react\/.*\/(chevron-right|credit-card|log-out|search)\.m?js$/;

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

/** From the environment, or from the file that the server reads as well. */
const { VITE_API_BASE: apiBase = '' } = loadEnv('production', import.meta.dirname);

export default defineConfig({
  root: 'web',
  // By the usual one there is no other origin, and nothing of it is in the build.
  define: { 'import.meta.env.VITE_API_BASE': JSON.stringify(apiBase === '/api/v1' ? '' : apiBase) },
  plugins: [react(), storeOfCharts],
  html: { cspNonce: '__CSP_NONCE__' },
  worker: { format: 'es' },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The worker carries the engine with its table of letters; it is loaded after the page.
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      checks: { bundlerTimings: false },
      // Few files: each one that a page asks for costs the browser a moment of its own.
      output: {
        // The bundler would name the shared ones after all pages that share them.
        chunkFileNames: ({ name }) => `assets/${name.startsWith('shared~') ? 'shared' : '[name]'}-[hash].js`,
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 1 },
            // Of a few lines: merged with what only forms share, it would bring all of that to the list.
            { name: 'download-blob', test: /web\/ui\/download-blob/, priority: 2 },
            // Beside the card of the towns: a map would bring all of that.
            { name: 'town-regions', test: /town-regions\.rules/, priority: 2 },
            // The names of its styles alone would bring the code field all that forms share.
            { name: 'footer-field', test: /footer-field\.module\.css/, priority: 2 },
            // Of the frame, and of some pages: a file for each would be larger than the icons.
            { name: 'frame-icons', test: FRAME_ICONS },
            { name: 'shared', minShareCount: LEAST_PAGES },
          ],
        },
      },
    },
  },
  server: { host: '127.0.0.1', port: 5173, proxy: { '/api': 'http://127.0.0.1:8080' } },
});
