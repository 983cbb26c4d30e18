-- How many earlier runs plans have kept in a workspace lately. Where a plan ceases to apply, for whatever reason, its
-- number goes on to apply until the end.
create table kept_runs (
  workspace_id integer not null references workspaces on delete cascade,
  keep_runs integer not null,
  ends_at timestamptz not null,
  primary key (workspace_id, keep_runs)
);

-- The numbers of plans are unknown until Stripe is read, so everything is kept until then.
update products set keep_runs = -1;
insert into kept_runs (workspace_id, keep_runs, ends_at)
select workspace_id, -1, max(least(current_period_end, now()) + interval '30 days') from subscriptions
where status = 'canceled' and current_period_end > now() - interval '30 days'
group by workspace_id;
