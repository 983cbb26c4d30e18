/** Words about samples: why a row was chosen, and how far its preview resembles the page. Pure. */
import type { PageType } from '#contract/project-types.ts';
import type { SiteStylesReply } from '#contract/run-view-shapes.ts';
import type { Run } from '#contract/run-shapes.ts';

export const SAMPLE_REASONS: Record<Run['samples'][number]['why'], string> = {
  first: 'First row',
  longest: 'Longest row',
  special: 'Most special characters',
};

/** Parts of a page that only its own site can render. */
export const SAMPLE_LIMITS: Readonly<Record<PageType, string>> = {
  wordpress:
    'Your theme’s header, menus and footer aren’t shown. Shortcodes, dynamic blocks, forms and embeds appear as labeled boxes and run on your site.',
  hubspot:
    'Your template’s header, sidebar and footer aren’t shown. HubL modules, forms and embeds appear as labeled boxes and run on your site.',
  drupal:
    'Your theme’s regions, blocks and views aren’t shown. Forms and embeds appear as labeled boxes and run on your site.',
  wix: 'Wix lays out dynamic pages in its editor: only the text and images of the item are shown.',
};

/** Whose styles the preview has. */
export function tellStyles(styles: SiteStylesReply | undefined, isFailed: boolean): string {
  if (styles === undefined) return isFailed ? 'Shown without the styles of the site.' : 'Loading styles…';
  if (styles.site === null) return 'Shown without styles, because the site isn’t known.';
  if (styles.is_styled) return `Shown with the styles of ${styles.site}.`;
  return `We couldn’t load the styles of ${styles.site}, so this is the plain content.`;
}
