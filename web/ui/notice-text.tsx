/** Text of a notification; highlights a quoted title and isolates its text direction. */
import classes from './notice-row.module.css';

const QUOTED = /^(.*?“)(.+)(”.*)$/s;

export function NoticeText({ text }: { text: string }) {
  const [, before, title, after] = QUOTED.exec(text) ?? [];
  if (title === undefined) return text;
  return (
    <>
      {before}
      <bdi className={classes.title}>{title}</bdi>
      {after}
    </>
  );
}
