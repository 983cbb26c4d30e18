/** Columns of domains that several lists show, as parts of a query over `domains`. */
import { type RawBuilder, sql } from 'kysely';

/** Name of the agency that shares the domain; null for a personal one. */
export const AGENCY = sql<
  string | null
>`(select name from workspaces where workspaces.id = domains.workspace_id and kind = 'agency')`;

export const PROJECTS = sql<number>`(select count(*) from projects where projects.domain_id = domains.id)::int`;

/** Clicks of the 28 days up to the latest day with figures. */
export const CLICKS: RawBuilder<number | null> = sql`(
  select sum(clicks)::int from search_days where search_days.domain_id = domains.id and day > (
    select max(latest.day) from search_days as latest where latest.domain_id = domains.id) - 28)`;
