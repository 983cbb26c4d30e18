/** Guides of the platforms: how to export a seed page, and how to import the parts. */
import { EXPORT_GUIDES, type GuideStep, IMPORT_GUIDES } from '#contract/platform-guides.ts';
import type { PlatformId } from '#contract/platforms.ts';

const MARK = /(\*[^*]+\*|`[^`]+`)/;

/** A text with `*strong*` and `` `code` ``. */
function GuideText({ children }: { children: string }) {
  return children.split(MARK).map((part, index) => {
    const key = `${index} ${part}`;
    if (part.startsWith('*')) return <strong key={key}>{part.slice(1, -1)}</strong>;
    return part.startsWith('`') ? <code key={key}>{part.slice(1, -1)}</code> : part;
  });
}

export function ExportGuide({ platform }: { platform: PlatformId }) {
  return (
    <p>
      <GuideText>{EXPORT_GUIDES[platform]}</GuideText>
    </p>
  );
}

interface ImportProps {
  platform: PlatformId;
  /** True for several parts. */
  isMany: boolean;
  /** Plugin or theme that the pages need; empty for none, undefined if unknown. */
  typeStep?: string;
  /** True if the files include a table. */
  hasTable?: boolean;
}

const uploads = (isMany: boolean) => (isMany ? 'the parts one at a time, in numerical order' : 'the file');

/** Steps of the import, as list items. */
export function ImportGuide({ platform, isMany, typeStep, hasTable = false }: ImportProps) {
  const { steps, tables = '' } = IMPORT_GUIDES[platform];
  const write = ({ text, many = text, isAboutType }: GuideStep) =>
    isAboutType === true && typeStep !== undefined
      ? typeStep
      : (isMany ? many : text).replace('{files}', uploads(isMany));
  const texts = [...steps.map(write), hasTable ? tables : ''].filter((text) => text !== '');
  return texts.map((text) => (
    <li key={text}>
      <GuideText>{text}</GuideText>
    </li>
  ));
}
