/** Summary of a WXR: its page builder and its records by post type. */
import type { CompiledSeed } from '../../../render/project.ts';
import type { SeedFacts } from '../../platform.ts';
import type { SeedItem, WxrSeed } from './seed.ts';

function detectBuilder(seed: WxrSeed, item: SeedItem): SeedFacts['builder'] {
  if (
    item.metas.some((meta) => meta.key.text === '_elementor_data' || meta.key.text === '_elementor_edit_mode')
  )
    return 'Elementor';
  const raw = seed.text.slice(item.element.start, item.element.end);
  if (raw.includes('<!-- wp:')) return 'block editor';
  return /\[(?:vc_row|et_pb_|fusion_|fl_builder)|_fl_builder_|ct_builder_shortcodes|_bricks_page_content/.test(
    raw,
  )
    ? 'other'
    : 'classic editor';
}

/** Records by post type, the most frequent first. */
export function countTypes(seed: WxrSeed): { type: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const item of seed.items) counts.set(item.type, (counts.get(item.type) ?? 0) + 1);
  return [...counts].map(([type, count]) => ({ type, count })).sort((a, b) => b.count - a.count);
}

/** @param compiled omitted without a pattern */
export function describeWxr(seed: WxrSeed, compiled: CompiledSeed | undefined): SeedFacts {
  const pattern = seed.items.find(({ element }) => element.start === compiled?.pattern.start);
  const shown = pattern ?? seed.items[0];
  return { builder: shown ? detectBuilder(seed, shown) : 'other', records: countTypes(seed) };
}
