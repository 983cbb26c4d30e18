-- The words of runs: a row that gives no page is skipped, a run completes or is canceled.
alter table runs rename column lost to skipped;
update runs set state = case state
    when 'landed' then 'completed'
    when 'landed_with_losses' then 'completed_with_skips'
    else 'canceled'
  end
  where state in ('landed', 'landed_with_losses', 'cancelled');
update runs set report = (report - array['lost_rows', 'lost_marks', 'has_lost_rows']) || jsonb_strip_nulls(
    jsonb_build_object(
      'skipped_rows', report->'lost_rows',
      'skipped_marks', report->'lost_marks',
      'has_skipped_rows', report->'has_lost_rows'
    )
  )
  where report is not null;
