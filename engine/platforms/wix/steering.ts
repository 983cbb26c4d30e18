/** Settings of an item that columns of the sheet can set. */
import type { SteeringSupport } from '../../render/steering.ts';

export const steering: SteeringSupport = {
  columns: { page_status: { field: 'Status', accepts: { publish: 'Published', draft: 'Draft' } } },
};
