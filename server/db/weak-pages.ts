/** Limit of weak pages in SQL. */
import { sql } from 'kysely';
import { WEAK_SCORE } from '#contract/quality-limits.ts';

/** Score of a page of a project below which it is weak: its quality gate, or the default. */
export const WEAK_BELOW = sql<number>`coalesce(nullif(split_part(projects.quality_gate, ':', 1), '')::int, ${sql.lit(WEAK_SCORE)})`;
