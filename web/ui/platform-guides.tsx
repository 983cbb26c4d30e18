/** Guides of the platforms: how a seed page gets out of each, and how the parts get into it. */
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
  /** Several parts are imported. */
  isMany: boolean;
  /** The plugin or theme that the pages need; empty if they need none, left out if that is unknown. */
  typeStep?: string;
  /** A table is among the files. */
  hasTable?: boolean;
}

const uploads = (isMany: boolean) => (isMany ? 'the parts one at a time, in numerical order' : 'the file');

/** Steps of the importer, as items of a list. */
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
