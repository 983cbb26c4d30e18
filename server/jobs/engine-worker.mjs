// Entry of an engine thread: a thread has a cache of its own to open before it loads TypeScript.
import '../../pump/compile-cache.mjs';
import module from 'node:module';

await import('./engine-priority.ts');
export const {
  estimateDraft,
  inspectDraft,
  previewDraft,
  fixDraft,
  writeProblemSheet,
  readSheetText,
  recognize,
  findPlaces,
  addPlaces,
  compareTexts,
  plan,
  run,
  towns,
  measure,
  findImageEnd,
  openImage,
  measurePage,
  comparePages,
} = await import('./engine-thread.ts');
// A thread that is ended from outside would not write its cache.
module.flushCompileCache();
