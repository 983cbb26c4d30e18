/** Test only: what the files of the import cases are put together from. */
import { type FileSpec, item, type ItemSpec, wxr } from './wxr-fixture.ts';

type File = string | Uint8Array;
export type Files = () => File[];

export const SAME = '2024-03-05 10:00:00';
const encoder = new TextEncoder();

/** A file of a page that is always imported and these. */
export const withPage = (...specs: ItemSpec[]): File =>
  wxr([item({ id: 9001 }), ...specs.map((spec) => item(spec))]);
export const one =
  (spec: ItemSpec): Files =>
  () => [withPage(spec)];
export const some =
  (...specs: ItemSpec[]): Files =>
  () => [withPage(...specs)];
export const twins = (first: ItemSpec, second: ItemSpec): Files =>
  some({ title: 'Town', date: SAME, ...first }, { title: 'Town', date: SAME, ...second });
export const meta = (key: string, value: string): Files => one({ metas: [[key, value]] });
export const content = (text: string): Files => one({ content: text });
export const framed =
  (spec: FileSpec): Files =>
  () => [wxr([item({ id: 9001 }), item({ id: 9002 })], spec)];
/** The second page's text, raw. */
export const raw = (text: string, leaf = 'content:encoded'): Files =>
  one({ without: [leaf], extra: `<${leaf}>${text}</${leaf}>` });
export const bytes = (before: string, odd: number[], after: string) =>
  Uint8Array.from([...encoder.encode(before), ...odd, ...encoder.encode(after)]);
export const oddBytes =
  (odd: number[]): Files =>
  () => {
    const [before = '', after = ''] = String(withPage({ content: 'a@@@b' })).split('@@@');
    return [bytes(before, odd, after)];
  };
export const media = (spec: ItemSpec = {}): ItemSpec => ({
  id: 57,
  type: 'attachment',
  title: 'Crew',
  date: '2024-01-05 10:00:00',
  slug: 'crew',
  status: 'inherit',
  extra: '<wp:attachment_url>https://site.example/a.jpg</wp:attachment_url>',
  ...spec,
});
export const parent = (spec: ItemSpec = {}): ItemSpec => ({
  id: 40,
  title: 'Illinois',
  date: SAME,
  slug: 'illinois',
  guid: 'https://site.example/?page_id=40',
  ...spec,
});
export const createFile = (...specs: ItemSpec[]): File => wxr(specs.map((spec) => item(spec)));
export const latin1 = (text: string): Uint8Array =>
  Uint8Array.from(text, (character) => character.charCodeAt(0));
export const serialized = (text: string) => `a:1:{s:1:"t";s:${encoder.encode(text).length}:"${text}";}`;
