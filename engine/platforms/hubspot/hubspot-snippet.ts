/** Search snippet of a HubSpot post: its page title and meta description, else its name and summary. */
import { decodeHtmlText, readVisibleText } from '../../text/html-reference.ts';
import {
  type SnippetTexts,
  type VariableForm,
  describeContent,
  resolveVariables,
} from '../shared/snippet.ts';
import type { WxrPage } from '../shared/wxr/sample.ts';

/** `{{ content.name }}`, `{{ content.blog.name | title }}` */
const FORM: VariableForm = { pattern: /\{\{-?\s*([\w.]+)[^{}]*\}\}|\{%[^{}]*%\}/g, separator: '|' };

function findField({ metas }: WxrPage, name: string): string {
  return metas.find(({ key, value }) => key.toLowerCase() === name && value.trim() !== '')?.value ?? '';
}

/** The importer takes the excerpt for the meta description. */
export function readHubspotSnippet(page: WxrPage): SnippetTexts {
  const summary = readVisibleText(page.excerpt);
  const variables = {
    'content.name': page.title,
    'content.title': page.title,
    'content.html_title': page.title,
    page_title: page.title,
    'content.meta_description': summary,
    'content.post_summary': summary,
    'content.blog.name': page.siteName,
    'group.public_title': page.siteName,
    'blog.name': page.siteName,
    company_name: page.siteName,
    'site_settings.company_name': page.siteName,
    'content.blog_post_author.display_name': page.author,
  };
  const resolve = (text: string) => resolveVariables(decodeHtmlText(text).text, variables, FORM);
  return {
    title: resolve(findField(page, 'html_title') || page.title),
    description:
      resolve(findField(page, 'meta_description') || page.excerpt) || describeContent(page.content),
  };
}
