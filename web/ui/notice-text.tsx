/** The text of a notification; the title that it quotes stands out, and is read in its own direction. */
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
