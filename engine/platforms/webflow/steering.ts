/** Settings of an item that columns of the sheet can set. */
import type { SteeringSupport } from '../../render/steering.ts';

export const steering: SteeringSupport = {
  columns: { page_status: { field: 'Draft', accepts: { publish: 'false', draft: 'true' } } },
};
