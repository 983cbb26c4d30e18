/** Text about the styles of a preview. Pure. */
import type { SiteStylesReply } from '#contract/run-view-shapes.ts';

/** Names the site of the styles, or the reason why there are none. */
export function describeStyles(styles: SiteStylesReply | undefined, isFailed: boolean): string {
  if (styles === undefined) return isFailed ? 'Shown without the site’s styles.' : 'Loading styles…';
  if (styles.site === null) return 'Shown without styles, because the site isn’t known.';
  if (styles.is_styled) return `Shown with the styles of ${styles.site}.`;
  return `We couldn’t load the styles of ${styles.site}, so this is the plain content.`;
}
