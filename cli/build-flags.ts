/** Flags of `build` and `test`. */
import type { FormatId } from '#engine';
import type { InputFlags } from './build-input.ts';
import type { SplitFlags } from './split-question.ts';

export interface BuildFlags extends InputFlags, SplitFlags {
  type: FormatId;
  out: string;
  json?: boolean;
}

export type BuildMode = 'build' | 'test';
