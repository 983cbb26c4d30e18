/** Actions of a quality gate that a platform can't import, apart from its shape, which each page of the browser loads. */
import { getPlatform, isGeocoder } from './project-types.ts';
import type { GateAction } from './quality-gate.ts';

/** @returns the reason why the files of a project type can't do this; undefined if they can */
export function findGateObstacle(type: string, action: GateAction): string | undefined {
  if (isGeocoder(type)) return 'A Geocoder has no pages';
  const { name, importsDrafts, writesNoindex } = getPlatform(type);
  if (action === 'draft' && importsDrafts !== true) return `${name} can’t import drafts`;
  if (action === 'noindex' && writesNoindex !== true) return `${name} can’t import noindex`;
  return undefined;
}
