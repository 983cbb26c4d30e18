/**
 * Test only: an export like that of a site: a page, its child with an image, the image. It is imported without a
 * problem, so the problems of a changed copy are due to the change.
 */
import { audit as wordpressAudit } from './wordpress-audit.ts';
import { checkParts } from './check-parts.ts';
import type { Expectation, Verdict } from '../../../verify/platform-audit.ts';
import type { PartAudit } from './part-audit.ts';

export const NOW = '2026-01-01 00:00:00';

export const EXPORT = `<?xml version="1.0" encoding="UTF-8" ?>
<rss version="2.0"
	xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/"
	xmlns:content="http://purl.org/rss/1.0/modules/content/"
	xmlns:wfw="http://wellformedweb.org/CommentAPI/"
	xmlns:dc="http://purl.org/dc/elements/1.1/"
	xmlns:wp="http://wordpress.org/export/1.2/"
>
<channel>
	<title>Northstar Plumbing</title>
	<link>https://northstar.example</link>
	<description>Plumbers</description>
	<pubDate>Fri, 06 Jun 2025 08:00:00 +0000</pubDate>
	<language>en-US</language>
	<wp:wxr_version>1.2</wp:wxr_version>
	<wp:base_site_url>https://northstar.example</wp:base_site_url>
	<wp:base_blog_url>https://northstar.example</wp:base_blog_url>
	<wp:author><wp:author_id>1</wp:author_id><wp:author_login><![CDATA[mia]]></wp:author_login></wp:author>
	<item>
		<title><![CDATA[Areas]]></title>
		<link>https://northstar.example/areas/</link>
		<pubDate>Tue, 05 Mar 2024 09:15:00 +0000</pubDate>
		<dc:creator><![CDATA[mia]]></dc:creator>
		<guid isPermaLink="false">https://northstar.example/?page_id=10</guid>
		<description></description>
		<content:encoded><![CDATA[<p>Areas</p>]]></content:encoded>
		<excerpt:encoded><![CDATA[]]></excerpt:encoded>
		<wp:post_id>10</wp:post_id>
		<wp:post_date><![CDATA[2024-03-05 09:15:00]]></wp:post_date>
		<wp:post_date_gmt><![CDATA[2024-03-05 09:15:00]]></wp:post_date_gmt>
		<wp:comment_status><![CDATA[closed]]></wp:comment_status>
		<wp:ping_status><![CDATA[closed]]></wp:ping_status>
		<wp:post_name><![CDATA[areas]]></wp:post_name>
		<wp:status><![CDATA[publish]]></wp:status>
		<wp:post_parent>0</wp:post_parent>
		<wp:menu_order>0</wp:menu_order>
		<wp:post_type><![CDATA[page]]></wp:post_type>
		<wp:post_password><![CDATA[]]></wp:post_password>
		<wp:is_sticky>0</wp:is_sticky>
	</item>
	<item>
		<title><![CDATA[Plumber in Waco]]></title>
		<link>https://northstar.example/areas/plumber-waco/</link>
		<pubDate>Wed, 06 Mar 2024 10:16:01 +0000</pubDate>
		<dc:creator><![CDATA[mia]]></dc:creator>
		<guid isPermaLink="false">https://northstar.example/?page_id=11</guid>
		<description></description>
		<content:encoded><![CDATA[<!-- wp:acme/hero {"town":"Waco"} -->
<p>Waco</p>
<!-- /wp:acme/hero -->]]></content:encoded>
		<excerpt:encoded><![CDATA[]]></excerpt:encoded>
		<wp:post_id>11</wp:post_id>
		<wp:post_date><![CDATA[2024-03-06 10:16:01]]></wp:post_date>
		<wp:post_date_gmt><![CDATA[2024-03-06 10:16:01]]></wp:post_date_gmt>
		<wp:comment_status><![CDATA[closed]]></wp:comment_status>
		<wp:ping_status><![CDATA[closed]]></wp:ping_status>
		<wp:post_name><![CDATA[plumber-waco]]></wp:post_name>
		<wp:status><![CDATA[publish]]></wp:status>
		<wp:post_parent>10</wp:post_parent>
		<wp:menu_order>0</wp:menu_order>
		<wp:post_type><![CDATA[page]]></wp:post_type>
		<wp:post_password><![CDATA[]]></wp:post_password>
		<wp:is_sticky>0</wp:is_sticky>
		<wp:postmeta>
			<wp:meta_key><![CDATA[_thumbnail_id]]></wp:meta_key>
			<wp:meta_value><![CDATA[12]]></wp:meta_value>
		</wp:postmeta>
		<wp:postmeta>
			<wp:meta_key><![CDATA[opening_hours]]></wp:meta_key>
			<wp:meta_value><![CDATA[a:1:{s:6:"monday";s:5:"9–5";}]]></wp:meta_value>
		</wp:postmeta>
	</item>
	<item>
		<title><![CDATA[Van]]></title>
		<link>https://northstar.example/van/</link>
		<pubDate>Thu, 07 Mar 2024 11:17:02 +0000</pubDate>
		<dc:creator><![CDATA[mia]]></dc:creator>
		<guid isPermaLink="false">https://northstar.example/uploads/van.jpg</guid>
		<description></description>
		<content:encoded><![CDATA[]]></content:encoded>
		<excerpt:encoded><![CDATA[]]></excerpt:encoded>
		<wp:post_id>12</wp:post_id>
		<wp:post_date><![CDATA[2024-03-07 11:17:02]]></wp:post_date>
		<wp:post_date_gmt><![CDATA[2024-03-07 11:17:02]]></wp:post_date_gmt>
		<wp:comment_status><![CDATA[open]]></wp:comment_status>
		<wp:ping_status><![CDATA[closed]]></wp:ping_status>
		<wp:post_name><![CDATA[van]]></wp:post_name>
		<wp:status><![CDATA[inherit]]></wp:status>
		<wp:post_parent>11</wp:post_parent>
		<wp:menu_order>0</wp:menu_order>
		<wp:post_type><![CDATA[attachment]]></wp:post_type>
		<wp:post_password><![CDATA[]]></wp:post_password>
		<wp:is_sticky>0</wp:is_sticky>
		<wp:attachment_url><![CDATA[https://northstar.example/uploads/van.jpg]]></wp:attachment_url>
	</item>
</channel>
</rss>
`;

/** Texts to look for, each with what takes its place; each is there exactly once. */
export type Change = readonly (readonly [text: string, instead: string])[];

/** The export with these changes, in order. */
export function changed(changes: Change, text = EXPORT): string {
  return changes.reduce((before, [from, to]) => {
    const pieces = before.split(from);
    if (pieces.length !== 2) throw new Error(`"${from}" occurs ${pieces.length - 1} times in the export`);
    return pieces.join(to);
  }, text);
}

function auditExport(text: string | Uint8Array, file = 'export.xml'): PartAudit {
  const audit = wordpressAudit.create({ file, now: NOW });
  audit.push(typeof text === 'string' ? new TextEncoder().encode(text) : text);
  return audit.end();
}

/** Verdict over files in the order of their import; `part-1.xml` and so on where there are several. */
export function checkExports(texts: readonly (string | Uint8Array)[], expectation?: Expectation): Verdict {
  const toName = (index: number) => (texts.length === 1 ? 'export.xml' : `part-${index + 1}.xml`);
  return checkParts(
    texts.map((text, index) => auditExport(text, toName(index))),
    expectation,
  );
}

/** Text at the line and column of a problem; the whole line without a column. */
export function textAt(text: string, { line = 0, column }: { line?: number; column?: number }): string {
  const found = text.split('\n')[line - 1] ?? '';
  return column === undefined ? found.trim() : found.slice(column - 1);
}
