/** Embeddable videos and their embed URLs. Pure. */

export interface FramedVideo {
  host: 'YouTube' | 'Vimeo';
  /** Plays at once, because it's opened by a click. The content security policy allows these two. */
  src: string;
}

const YOUTUBE = /^(?:(?:www|m)\.)?youtube(?:-nocookie)?\.com$/;
const YOUTUBE_PATH = /^\/(?:embed|shorts|live|v)\/([^/]+)/;
const VIMEO_PATH = /^\/(?:video\/|channels\/[^/]+\/|groups\/[^/]+\/videos\/)?(\d+)(?:\/([\da-f]+))?\/?$/;

/** @returns undefined for any other URL, which becomes a link */
export function readVideo(link: string): FramedVideo | undefined {
  if (!URL.canParse(link)) return undefined;
  const url = new URL(link);
  if (!/^https?:$/.test(url.protocol)) return undefined;
  return readYoutube(url) ?? readVimeo(url);
}

function readYoutube({ hostname, pathname, searchParams }: URL): FramedVideo | undefined {
  const isShort = hostname === 'youtu.be';
  if (!isShort && !YOUTUBE.test(hostname)) return undefined;
  const id = isShort ? pathname.slice(1) : (YOUTUBE_PATH.exec(pathname)?.[1] ?? searchParams.get('v') ?? '');
  if (!/^[\w-]{11}$/.test(id)) return undefined;
  const start = readSeconds(searchParams.get('t') ?? searchParams.get('start') ?? '');
  const query = new URLSearchParams({ autoplay: '1', ...(start > 0 && { start: String(start) }) });
  return { host: 'YouTube', src: `https://www.youtube-nocookie.com/embed/${id}?${query}` };
}

function readVimeo({ hostname, pathname, searchParams }: URL): FramedVideo | undefined {
  if (!/^(?:(?:www|player)\.)?vimeo\.com$/.test(hostname)) return undefined;
  const [, id, ofPath] = VIMEO_PATH.exec(pathname) ?? [];
  if (id === undefined) return undefined;
  // Hash of an unlisted video.
  const key = ofPath ?? searchParams.get('h') ?? '';
  const query = new URLSearchParams({ autoplay: '1', dnt: '1', ...(/^[\da-f]+$/.test(key) && { h: key }) });
  return { host: 'Vimeo', src: `https://player.vimeo.com/video/${id}?${query}` };
}

/** `90`, `90s`, `1m30s` */
function readSeconds(text: string): number {
  const [, hours = 0, minutes = 0, seconds = 0] = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s?)?$/.exec(text) ?? [];
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}
