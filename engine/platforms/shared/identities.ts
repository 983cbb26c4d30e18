/** Identities of pages: a row of a project has the same one in every run. */
import { PLANNED_UUID, uuidV5 } from '../../render/identity.ts';
import type { PageIdentity } from '../../render/row-values.ts';
import type { PageIdentities, PagePlace } from '../../render/template.ts';

/**
 * @param key UUID of the project
 * @param create makes the fields of a page's identity from its place and its UUID; all UUIDs have one length
 */
export function createIdentities(
  key: string,
  create: (place: PagePlace, uuid: string) => PageIdentity,
): PageIdentities {
  const steer = ({ steered, parent }: PagePlace) => ({
    ...steered?.fields,
    ...(parent && { page_parent: String(parent.id) }),
  });
  return {
    forPlanning: (place) => ({ ...create(place, PLANNED_UUID), ...steer(place) }),
    of: (place) => ({ ...create(place, uuidV5(key, place.rowKey)), ...steer(place) }),
  };
}
