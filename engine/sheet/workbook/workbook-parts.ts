/** Lists the sheets of a workbook and finds its parts by its relationships (ECMA-376, parts 1 and 2). */
import { SHEET_PROBLEM } from '../sheet-problem.ts';
import { corrupt, corruptPart, UnreadableWorkbook } from './unreadable-workbook.ts';
import { findAttribute, LIST_BYTES, readXmlPart } from './xml-part.ts';
import type { ZipArchive } from './zip-archive.ts';

export interface WorkbookSheet {
  name: string;
  isHidden: boolean;
  path: string;
}

export interface WorkbookParts {
  /** Worksheets in the order of the workbook. */
  sheets: WorkbookSheet[];
  styles: string | undefined;
  sharedTexts: string | undefined;
  /** Dates count from 1904, as in old files of the Mac. */
  is1904: boolean;
}

interface Relation {
  id: string;
  /** Last segment of its type: `worksheet`; the rest differs between the two kinds of the format. */
  type: string;
  path: string;
}

const MAX_SHEETS = 1000;

/** Resolves a target, which is relative to the folder of its part or begins with `/`. */
function resolveTarget(folder: string, target: string): string {
  const segments: string[] = [];
  const whole = target.startsWith('/') ? target : `${folder}/${target}`;
  for (const segment of whole.replaceAll('\\', '/').split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return segments.join('/');
}

/** Reads the relationships of the part at `path`; `''` is the package. */
function readRelations(archive: ZipArchive, path: string): Relation[] {
  const slash = path.lastIndexOf('/');
  const [folder, name] = [path.slice(0, Math.max(0, slash)), path.slice(slash + 1)];
  const relations: Relation[] = [];
  readXmlPart(archive, resolveTarget(folder, `_rels/${name}.rels`), {
    limitBytes: LIST_BYTES,
    open(element, { Id: id = '', Type: type = '', Target: target = '', TargetMode: mode }) {
      if (element !== 'Relationship' || mode === 'External') return;
      relations.push({
        id,
        type: type.slice(type.lastIndexOf('/') + 1),
        path: resolveTarget(folder, target),
      });
    },
  });
  return relations;
}

/** Creates the error for an archive that isn't an XLSX workbook. */
function rejectOther(archive: ZipArchive): UnreadableWorkbook {
  if (archive.has('xl/workbook.bin')) {
    return corrupt('it is a binary workbook (.xlsb)');
  }
  const isOpenDocument = archive.has('content.xml') && archive.has('mimetype');
  const [code, , text] = SHEET_PROBLEM.kind(isOpenDocument ? 'open-document' : 'zip');
  return new UnreadableWorkbook(code, text);
}

interface ListedSheet {
  name: string;
  isHidden: boolean;
  id: string;
}

function readSheetList(archive: ZipArchive, path: string): { listed: ListedSheet[]; is1904: boolean } {
  const listed: ListedSheet[] = [];
  let is1904 = false;
  readXmlPart(archive, path, {
    limitBytes: LIST_BYTES,
    open(element, attributes) {
      if (element === 'workbookPr') is1904 = /^(?:1|true)$/.test(attributes['date1904'] ?? '');
      if (element !== 'sheet') return;
      if (listed.length === MAX_SHEETS) throw corruptPart(path, `lists more than ${MAX_SHEETS} sheets`);
      const { name = '', state = 'visible' } = attributes;
      listed.push({ name, isHidden: state !== 'visible', id: findAttribute(attributes, 'id') ?? '' });
    },
  });
  return { listed, is1904 };
}

/** @throws UnreadableWorkbook if the archive isn't a workbook */
export function readWorkbookParts(archive: ZipArchive): WorkbookParts {
  if (!archive.has('_rels/.rels')) throw rejectOther(archive);
  const workbook = readRelations(archive, '').find(({ type }) => type === 'officeDocument');
  if (!workbook?.path.endsWith('.xml')) throw rejectOther(archive);
  const relations = readRelations(archive, workbook.path);
  const { listed, is1904 } = readSheetList(archive, workbook.path);
  const sheets = listed.flatMap(({ name, isHidden, id }) => {
    const relation = relations.find((each) => each.id === id);
    // Charts and dialogs are also sheets, but have no cells.
    return relation?.type === 'worksheet' ? [{ name, isHidden, path: relation.path }] : [];
  });
  if (sheets.length === 0) throw corrupt('it has no sheet of cells');
  const findPath = (type: string) => relations.find((each) => each.type === type)?.path;
  return { sheets, styles: findPath('styles'), sharedTexts: findPath('sharedStrings'), is1904 };
}
