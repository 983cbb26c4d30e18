import { expect, test } from 'vitest';
import { readVideo } from './tutorial-page.tsx';

const ID = 'dQw4w9WgXcQ';
const youtube = (more = '') => ({
  host: 'YouTube',
  src: `https://www.youtube-nocookie.com/embed/${ID}?autoplay=1${more}`,
});

test.each([
  [`https://www.youtube.com/watch?v=${ID}`, youtube()],
  [`http://m.youtube.com/watch?list=x&v=${ID}&t=1m30s`, youtube('&start=90')],
  [`https://youtu.be/${ID}?t=75`, youtube('&start=75')],
  [`https://youtube.com/shorts/${ID}`, youtube()],
  [`https://youtube.com/live/${ID}/`, youtube()],
  [`https://www.youtube-nocookie.com/embed/${ID}?start=5`, youtube('&start=5')],
  [
    'https://vimeo.com/76979871',
    { host: 'Vimeo', src: 'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1' },
  ],
  [
    'https://vimeo.com/76979871/8272103f6e',
    { host: 'Vimeo', src: 'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1&h=8272103f6e' },
  ],
  [
    'https://player.vimeo.com/video/76979871?h=8272103f6e',
    { host: 'Vimeo', src: 'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1&h=8272103f6e' },
  ],
  [
    'https://vimeo.com/channels/staffpicks/76979871',
    { host: 'Vimeo', src: 'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1' },
  ],
])('%s is embedded', (link, video) => {
  expect(readVideo(link)).toEqual(video);
});

test.each([
  'https://videos.example.com/1',
  `https://youtube.com.evil.example/watch?v=${ID}`,
  `https://evilyoutube.com/watch?v=${ID}`,
  'https://www.youtube.com/watch?v="><script>',
  'https://www.youtube.com/@channel',
  'https://vimeo.com/about',
  'https://vimeo.com/1/<script>',
  `javascript://youtu.be/${ID}`,
  'not a URL',
  '',
])('%s is a plain link', (link) => {
  expect(readVideo(link)).toBeUndefined();
});
