-- Which rows a run skipped, and which have a notice, is a bitmap each.
update runs set report = (report - array['skipped_marks', 'notice_marks']) || jsonb_strip_nulls(
    jsonb_build_object('skipped_bitmap', report->'skipped_marks', 'notice_bitmap', report->'notice_marks')
  )
  where report ?| array['skipped_marks', 'notice_marks'];
