/**
 * Rules of rows. A row is skipped if WordPress would reject, hide or drop its page, or move it to the top level: by
 * its status, type or parent, or because all of its texts are empty.
 */
import { cutText } from '../../text/cut-text.ts';
import type { GuardedText } from '../../encoding/piece.ts';
import type { RowFault } from '../../render/row-fault.ts';
import { findFirstValue } from '../shared/assemble.ts';
import { isEmptyInPhp } from '../shared/php/is-empty-in-php.ts';
import { getRecordKind } from '../shared/wxr/post-types.ts';
import type { CompiledWxr } from '../shared/wxr/project.ts';
import type { RowValues } from '../../render/row-values.ts';

type FieldFault = Pick<RowFault, 'code' | 'text'>;

const STATUSES = new Set(['publish', 'draft', 'pending', 'private']);
function validateStatus(status: string): FieldFault | undefined {
  if (STATUSES.has(status)) return undefined;
  const text = `The status "${cutText(status, 60)}" would hide or drop the page. Write publish, draft, pending or private.`;
  return { code: 'invalid-status', text };
}

function validateType(type: string): FieldFault | undefined {
  if (type !== '' && getRecordKind(type) === undefined) return undefined;
  const text =
    type === ''
      ? 'The post type is empty, so the importer would skip the page. Write page or post.'
      : `The post type "${type}" isn’t a page type. Write page or post.`;
  return { code: 'invalid-type', text };
}

function createParentValidator({ statics }: CompiledWxr): (parent: string) => FieldFault | undefined {
  // parents are the first records
  const carried = new Set(statics.records.slice(0, statics.parents).map(({ item }) => item.id));
  return (parent) => {
    const id = Number(parent);
    if (!parent.startsWith('-') && (id === 0 || carried.has(id))) return undefined;
    const text = `The parent ${parent} isn’t the ID of a page in this file, so the page would move to the top level. Write 0, or the ID of a parent of the seed.`;
    return { code: 'invalid-parent', text };
  };
}

/** Checks the fields that rows fill. */
export function createFieldCheck(project: CompiledWxr): (values: RowValues) => RowFault[] {
  const validators: [string, (text: string) => FieldFault | undefined][] = [
    ['wp:status', validateStatus],
    ['wp:post_type', validateType],
    ['wp:post_parent', createParentValidator(project)],
  ];
  const fields = validators.flatMap(([leaf, validate]) => {
    const text = project.pattern.texts.get(leaf);
    const value = text && findFirstValue(text);
    return text && value ? [{ text, value, validate }] : [];
  });
  return (values) =>
    fields.flatMap(({ text, value, validate }) => {
      const fault = validate(values.renderText(text));
      return fault ? [{ ...fault, value }] : [];
    });
}

/** `wp_insert_post()` requires one of them if a type has all three, as posts do. */
const TEXT_LEAVES = ['title', 'content', 'excerpt'];

/** Checks for posts without title, content and excerpt: WordPress refuses them, and the import doesn't report it. */
export function createEmptyCheck({ pattern }: CompiledWxr): (values: RowValues) => RowFault[] {
  const type = pattern.texts.get('wp:post_type') ?? { parts: [] };
  const texts = TEXT_LEAVES.flatMap((leaf) => pattern.texts.get(leaf) ?? []);
  const mayBePost = type.parts.some((part) => typeof part !== 'string' || part === 'post');
  const isFilled = ({ parts }: GuardedText) =>
    !isEmptyInPhp(parts.filter((part) => typeof part === 'string').join(''));
  // the seed's own texts fill each page
  if (!mayBePost || texts.some(isFilled)) return () => [];
  const value = findFirstValue({ parts: texts.flatMap(({ parts }) => parts) });
  return (values) => {
    if (values.renderText(type) !== 'post') return [];
    if (!texts.every((text) => isEmptyInPhp(values.renderText(text)))) return [];
    const text =
      'The title, the content and the excerpt would be empty, and WordPress rejects such a post. Fill in the cells used in one of them.';
    return [{ code: 'post-empty', text, value }];
  };
}
