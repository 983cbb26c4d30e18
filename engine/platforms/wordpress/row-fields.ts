/**
 * Fields that rows may fill and that decide whether a page is imported: its status, type and parent. A row
 * whose page WordPress would hide, drop or move to the top level is skipped.
 */
import { cutText } from '../../text/cut-text.ts';
import type { GuardedText } from '../../encoding/piece.ts';
import { renderText } from '../../render/render-text.ts';
import type { RowFault } from '../../render/template.ts';
import { getRecordKind } from '../shared/wxr/post-types.ts';
import type { CompiledWxr } from '../shared/wxr/project.ts';
import type { RowValues } from '../../render/row-values.ts';
import type { Value } from '../../language/value.ts';

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

interface ValidatedField {
  text: GuardedText;
  value: Value;
  validate: (text: string) => FieldFault | undefined;
}

/** Validates rows, without fields that the seed fills itself. */
export class RowFields {
  readonly #fields: readonly ValidatedField[];

  constructor(project: CompiledWxr) {
    const validators: [string, ValidatedField['validate']][] = [
      ['wp:status', validateStatus],
      ['wp:post_type', validateType],
      ['wp:post_parent', createParentValidator(project)],
    ];
    this.#fields = validators.flatMap(([leaf, validate]) => {
      const text = project.pattern.texts.get(leaf);
      const first = text?.parts.find((part) => typeof part !== 'string');
      return text && first ? [{ text, value: first.value, validate }] : [];
    });
  }

  validate(values: RowValues): RowFault[] {
    return this.#fields.flatMap(({ text, value, validate }) => {
      const fault = validate(renderText(text, values));
      return fault ? [{ ...fault, value }] : [];
    });
  }
}
