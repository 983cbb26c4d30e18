/**
 * The interface between a platform and everything else. A platform is a folder with an object of this
 * interface, and a line in `registry.ts`.
 */
import type { Range } from '../encoding/piece.ts';
import type { Codecs } from '../encoding/codecs.ts';
import type { Scan } from '../encoding/scan.ts';
import type { PreservedNames } from '../encoding/preserved-names.ts';
import type { CompiledSeed, ProjectOptions, ProjectReading } from '../render/project.ts';
import type { Seed, SeedReading } from '../render/seed.ts';
import type { SteeringSupport } from '../render/steering.ts';
import type { PlatformAudit } from '../verify/platform-audit.ts';
import type { Table } from '../sheet/table.ts';
import type { PlatformGuide } from './platform-guide.ts';
import type { XmlElement } from '../text/xml-outline.ts';

/** A seed file as text, before any platform has looked at it. */
export interface DecodedFile {
  file: string;
  /** Size of the file. */
  bytes: number;
  text: string;
  /** Number of lines before `text` in the file. */
  skippedLines: number;
  hasByteOrderMark: boolean;
}

/** A well-formed XML file. */
export interface XmlFile extends DecodedFile {
  root: XmlElement;
}

/** Contents of a seed, for display. */
export interface SeedFacts {
  /** Builder of the page, as far as the file shows it. */
  builder: 'Elementor' | 'block editor' | 'classic editor' | 'other';
  /** Records of the file by type, most first. */
  records: { type: string; count: number }[];
}

export interface SnippetTexts {
  title: string;
  description: string;
}

/** One page as shown to users: the result of importing a record. */
export interface SampleView {
  /** As a browser shows it. */
  title: string;
  slug: string;
  /** The description for search engines where the platform has one, else empty. */
  description: string;
  /** The content as the importer stores it: markup of a seed, not to be trusted. */
  html: string;
  /** The record as the file has it. */
  source: string;
  /** URL of the site, if the file names it; otherwise empty. */
  site: string;
  /** Likely search snippet of the page. */
  snippet: SnippetTexts;
}

/** A record that may be the pattern; compiled against a scan, it shows the names that it has. */
export type Candidate = (scan: Scan) => void;

/** Syntax of a platform's seeds, for their scan. */
export interface PlatformSyntax {
  /** @param source - of the record that is the pattern; empty if it isn't selected yet */
  createCodecs(source: string): Codecs;
  /**
   * Finds names in brackets that are left unchanged if no column has them.
   * @param keep - names that the user keeps
   */
  findPreservedNames(seed: string, keep: readonly string[]): PreservedNames;
}

/**
 * All that the engine and the product know of a platform.
 * @template File what it reads: text, or text with its XML outline
 * @template Doc what it makes of the file
 */
export interface Platform<
  File extends DecodedFile = DecodedFile,
  Doc extends Seed = Seed,
  Id extends string = string,
> extends PlatformSyntax {
  /** In lower case: the name of its folder, and its type on the wire. */
  id: Id;
  /** The name of the product. */
  name: string;
  /** Extension of the files that are read and written; XML files are outlined before they are read. */
  extension: 'xml' | 'csv';
  /** A file names no site, so a project may: the beginning of the URLs of its pages. */
  hasSiteUrl?: true;
  /**
   * Place where the product offers it: in the type switcher of the project form as well, only on the first row of
   * Select Project Type, or under "More platforms".
   */
  offered: 'switcher' | 'select' | 'more';
  /** Steps to get the right file; the end of each error message. */
  advice: string;
  /** The site renders tags of a template language in the content; previews label them instead of shortcodes. */
  hasTemplateTags?: true;
  /** Things that a preview of a page can't show, because only the platform has them. */
  previewLimits: string;
  /** Repairs the text of a file before it is read as XML. */
  repair?(text: string): string;
  /** True if the text identifies the platform; several platforms may share a format. */
  recognizeText?(text: string): boolean;
  /** Certainty that the file comes from the platform, from 0 to 1. */
  recognize(file: File): number;
  read(file: File): SeedReading<Doc>;
  /** Returns a project only without faults. */
  compile(options: ProjectOptions & { seed: Doc; table: Table }): ProjectReading;
  /** The file has whole pages, of which the user can choose one; in any other list the first record is the pattern. */
  choosesPage?: true;
  /** @param page the user's name for the pattern */
  candidates(seed: Doc, page?: string): Candidate[];
  /** Places of the records to choose from, if a file contains several. */
  listPages?(seed: Doc, page?: string): Range[];
  describe(seed: Doc, compiled: CompiledSeed | undefined): SeedFacts;
  /** Reads a file with one page; nothing if the file can't be read. */
  readSample(file: File): SampleView | undefined;
  /** Checks written files as the platform's importer would. */
  audit: PlatformAudit;
  guide: PlatformGuide;
  /** Settings that columns of the sheet can make. */
  steering: SteeringSupport;
}
