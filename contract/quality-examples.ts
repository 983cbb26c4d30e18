/** Examples of the quality of a run, for the OpenAPI document and tests. */
import type { Example } from './example.ts';

/** Examples by the id of the endpoint. */
export const QUALITY_EXAMPLES: Record<string, Example> = {
  'quality.show': {
    data: {
      score: 61.5,
      parts: { similarity: 21, substance: 24.5, head_and_links: 16 },
      template_share: 0.55,
      pages: 3,
      histogram: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 1, 0, 0, 0, 0, 0, 0],
      scores: Array.from({ length: 100 }, (_, score) => ([50, 61, 66].includes(score) ? 1 : 0)),
      costs: [{ code: 'alike', points: 24, pages: 3 }],
      cluster_count: 1,
      clusters: [{ size: 2, from: 0.86, to: 0.86, rows: [2, 3], near: 'Waco' }],
      facts: { similarity: 0.72, thin_pages: 1, long_titles: 0, dead_links: 2 },
      areas: [{ name: 'Waco', latitude: 31.5, longitude: -97.1 }],
      previous: { run: 11, score: 41 },
      to_fix: { all: 3, alike: 2, thin: 1, head: 0, links: 1 },
      has_files: true,
    },
  },
  'quality.pages': {
    data: [
      {
        id: 2,
        title: 'Plumber in Waco, TX',
        url: 'https://www.example.com/plumber-waco/',
        score: 38.5,
        words: 342,
        own_words: 31,
        local_words: 22,
        closest: {
          row: 3,
          title: 'Plumber in Hewitt, TX',
          url: 'https://www.example.com/plumber-hewitt/',
          score: 38.5,
          similarity: 0.91,
        },
        problems: ['alike', 'few-local-words'],
      },
    ],
  },
  'quality.pairs': {
    data: [
      {
        left: { row: 2, title: 'Plumber in Waco, TX', url: '/plumber-waco/', score: 38.5 },
        right: { row: 3, title: 'Plumber in Hewitt, TX', url: '/plumber-hewitt/', score: 38.5 },
        similarity: 0.91,
      },
    ],
  },
  'quality.map': {
    data: {
      points: [
        [31.55, -97.15, 1, 0],
        [31.46, -97.2, 0, 1],
      ],
      groups: [
        {
          group: 0,
          points: [
            [31.55, -97.15],
            [31.46, -97.2],
          ],
        },
      ],
    },
  },
  'quality.compare': {
    query: { row: '2', with: '3' },
    data: {
      paragraphs: [
        {
          left: [
            ['Plumber in ', false],
            ['Waco', true],
            [', TX', false],
          ],
          right: [
            ['Plumber in ', false],
            ['Hewitt', true],
            [', TX', false],
          ],
        },
        { left: [['We fix leaks day and night.', false]], right: [['We fix leaks day and night.', false]] },
      ],
      words: 10,
      own_words: 1,
      is_cut: false,
      shared: { text: 'We fix leaks day and night.', pages: 3, of: 3 },
    },
  },
};
