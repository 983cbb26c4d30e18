/** Steps to export a node from Drupal and import its parts. */
import type { PlatformGuide } from '../platform-guide.ts';

export const guide: PlatformGuide = {
  card: {
    kinds: 'Views, Feeds, Node Export',
    bring: 'One node as XML',
    get: 'The same shape, for Feeds or Migrate',
  },
  seedField: {
    hint: 'A Drupal export (.xml) with one node',
    drop: '.xml exported from Drupal, up to 20 MiB',
  },
  sample: 'drupal-node.xml',
  exportSteps:
    'Export one node as XML: with a *Views* data export, with *Node Export*, or by adding `?_format=xml` to the URL of the node if REST is turned on.',
  importSteps: [
    {
      text: 'In Drupal, open the importer that the seed was made for: *Feeds*, *Migrate Plus* or *Node export*. Its context or item selector is the record that the project’s page lists; sources and selectors are the other paths there.',
    },
    { text: 'Map the unique key as unique.' },
    { text: 'Leave *Previously imported items* on *Keep*, and import {files}.' },
  ],
  importFile: {
    before: [
      'With *Feeds* and *Feeds Extensible Parsers*, open the feed type that the seed was made for: its context is the *Record* listed below, and its sources are the other paths. With *Migrate Plus*, `item_selector` is the *Record*, and each `selector` one of the other paths. Only *Feeds* imports an RSS or Atom file. In Drupal 7, use *Node export: import* and don’t let it reset paths.',
      'Import the files one by one, in this order:',
    ],
    after: [
      {
        text: 'In the mapping, mark the *Unique key* as unique, and give text fields the format of the seed.',
      },
      {
        text: 'Leave *Previously imported items* on *Keep*: otherwise the second file removes the pages of the first.',
      },
    ],
    again: 'You can import a file again: records are recognized by their unique key.',
  },
};
