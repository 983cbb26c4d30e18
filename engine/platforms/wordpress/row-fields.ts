/**
 * Fields of the page that rows may fill and that decide whether it lands as a page: its status, its type
 * and its parent. What WordPress would hide, drop or move to the top costs the row.
 */
import { cutText } from '../../text/cut-text.ts';
import type { GuardedText } from '../../encoding/piece.ts';
import { renderText } from '../../render/render-text.ts';
import type { RowFault } from '../../render/template.ts';
import { getRecordKind } from '../shared/wxr/post-types.ts';
import type { CompiledWxr } from '../shared/wxr/project.ts';
import type { RowValues } from '../../render/row-values.ts';
import type { Value } from '../../language/value.ts';

type Told = Pick<RowFault, 'code' | 'text'>;

const STATUSES = new Set(['publish', 'draft', 'pending', 'private']);
function judgeStatus(status: string): Told | undefined {
  if (STATUSES.has(status)) return undefined;
  const text = `The status "${cutText(status, 60)}" would hide or drop the page. Write publish, draft, pending or private.`;
  return { code: 'invalid-status', text };
}

function judgeType(type: string): Told | undefined {
  if (type !== '' && getRecordKind(type) === undefined) return undefined;
  const text =
    type === ''
      ? 'The post type is empty, so the importer would leave the page out. Write page or post.'
      : `The post type "${type}" is none of a page. Write page or post.`;
  return { code: 'invalid-type', text };
}

function parentJudge({ statics }: CompiledWxr): (parent: string) => Told | undefined {
  // the records begin with the parents
  const carried = new Set(statics.records.slice(0, statics.parents).map(({ item }) => item.id));
  return (parent) => {
    const id = Number(parent);
    if (!parent.startsWith('-') && (id === 0 || carried.has(id))) return undefined;
    const text = `The parent ${parent} is not the id of a page in this file, so the page would move to the top level. Write 0, or the id of a parent of the seed.`;
    return { code: 'invalid-parent', text };
  };
}

interface JudgedField {
  text: GuardedText;
  value: Value;
  judge: (text: string) => Told | undefined;
}

/** Checks rows; reads no text of a seed that fills these fields itself. */
export class RowFields {
  readonly #fields: readonly JudgedField[];

  constructor(project: CompiledWxr) {
    const judges: [string, JudgedField['judge']][] = [
      ['wp:status', judgeStatus],
      ['wp:post_type', judgeType],
      ['wp:post_parent', parentJudge(project)],
    ];
    this.#fields = judges.flatMap(([leaf, judge]) => {
      const text = project.pattern.texts.get(leaf);
      const first = text?.parts.find((part) => typeof part !== 'string');
      return text && first ? [{ text, value: first.value, judge }] : [];
    });
  }

  check(values: RowValues): RowFault[] {
    return this.#fields.flatMap(({ text, value, judge }) => {
      const told = judge(renderText(text, values));
      return told ? [{ ...told, value }] : [];
    });
  }
}
